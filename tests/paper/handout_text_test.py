"""Reads handouts of the course as others do: poppler finds their words. Run by ctest, which skips it
where pdftotext is missing: handout_text_test.py BUBBLESCOPE_PLAN LESSONS"""

import pathlib
import shutil
import subprocess
import sys
import tempfile

PLAN, LESSONS = sys.argv[1], pathlib.Path(sys.argv[2])

# Of a lesson in a language: what its PDF must say, and must not.
CASES = [
    ("same-bubble-less-memory", "en", ["Same bubble, less memory", "Answers", "how many does rank 0 hold", "forward"],
     ["气泡"]),
    ("same-bubble-less-memory", "zh", ["气泡不变，显存更少", "答案", "前向"], ["Answers", "forward"]),
    ("cut-the-batch", "both", ["Answers", "答案", "How long is the step?", "一步多长", "28.5 u"], []),
]


def text_of(name, language, folder, *more):
    pdf = folder / f"{name}-{language}.pdf"
    subprocess.run([PLAN, "lesson", LESSONS / f"{name}.yaml", "--handout", pdf, "--language", language, *more],
                   check=True, timeout=60)
    done = subprocess.run(["pdftotext", "-layout", pdf, "-"], check=True, capture_output=True, text=True, timeout=60)
    # A complaint would be about a font or an object that is broken.
    if done.stderr:
        sys.exit(f"{pdf.name}: {done.stderr}")
    return done.stdout.replace("\u00a0", " ")


def main():
    if not shutil.which("pdftotext"):
        print("skipped: pdftotext is not there")
        sys.exit(77)
    errors = []
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        for name, language, there, not_there in CASES:
            text = text_of(name, language, folder)
            errors += [f"{name} in {language} lacks '{words}'" for words in there if words not in text]
            errors += [f"{name} in {language} says '{words}'" for words in not_there if words in text]
            if f"bubblescope --lesson {name}:1" not in text:
                errors.append(f"{name} in {language} does not say how a step is opened")
        if "28.5" in text_of("cut-the-batch", "en", folder, "--questions-only"):
            errors.append("an answer stands among the questions")
    print("\n".join(errors) or f"{len(CASES)} handouts say what they should")
    sys.exit(bool(errors))


main()
