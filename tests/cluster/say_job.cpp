// say_job JOB: how a job of Slurm stands, as askForJob() tells it: the word of its state, and the
// sentence on a line of its own.

#include "engine/launch/slurm/job_words.h"
#include "engine/launch/slurm_query.h"

#include <cstdio>

int main(int count, char** arguments)
{
    const auto job
        = launch::askForJob(count == 2 ? arguments[1] : "", launch::processEnvironment());
    if (!job)
        return 1;
    std::printf("%s\n%s\n", std::string(toText(job->state)).c_str(), wordsOf(*job).c_str());
    return 0;
}
