"""Runs bubblescope-plan's lesson, and reads what it says and writes. Run by ctest."""

import pathlib
import re
import tempfile
import unittest

from plan_program import STRATEGIES, plan

LESSONS = STRATEGIES.parent / "lessons"
ONE = LESSONS / "same-bubble-less-memory.yaml"


class Lesson(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)

    def written(self, name, *arguments):
        out = self.folder / name
        done = plan("lesson", ONE, *(out if word == "OUT" else word for word in arguments))
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))
        self.assertEqual([each.name for each in self.folder.iterdir()], [name])
        return out.read_bytes()

    def refused(self, *arguments, code=2):
        done = plan("lesson", ONE, *arguments)
        self.assertEqual((done.returncode, done.stdout), (code, ""))
        self.assertEqual(list(self.folder.iterdir()), [])
        return done.stderr

    def test_a_handout_is_a_pdf_or_html_by_its_ending(self):
        self.assertTrue(self.written("a.pdf", "--handout", "OUT").startswith(b"%PDF-"))
        (self.folder / "a.pdf").unlink()
        html = self.written("a.HTML", "--handout", "OUT", "--language", "both").decode()
        self.assertIn("Same bubble, less memory</h1>", html)
        self.assertIn("气泡不变，显存更少</h1>", html)
        self.assertIn("Answers</h1>", html)
        self.assertIn("bubblescope --lesson same-bubble-less-memory:3<", html)

    def test_the_same_lesson_is_the_same_pdf(self):
        first = self.written("a.pdf", "--handout", "OUT", "--language", "zh")
        self.assertEqual(first, self.written("a.pdf", "--handout", "OUT", "--language", "zh"))

    def test_answers_can_be_left_out(self):
        html = self.written("a.html", "--handout", "OUT", "--questions-only").decode()
        self.assertNotIn("Answers", html)
        whole = self.written("a.html", "--handout", "OUT").decode()
        self.assertTrue(len(whole) > len(html) and "Answers" in whole)

    def test_another_ending_is_refused(self):
        for name in ("a.txt", "a", "pdf", ".pdf.gz"):
            said = self.refused("--handout", self.folder / name)
            self.assertIn("--handout: must end in .pdf or .html, not ", said)

    def test_of_a_file_that_cannot_be_written_nothing_is_left(self):
        for option in (("--handout", self.folder / "none" / "a.pdf"),
                       ("--handout", self.folder / "none" / "a.html"),
                       ("--figure", "1", self.folder / "none" / "a.svg")):
            self.assertIn("none", self.refused(*option, code=1))

    def test_what_a_step_shows_is_a_picture(self):
        by_id = self.written("a.svg", "--figure", "time", "OUT").decode()
        self.assertTrue(by_id.startswith("<svg "))
        self.assertIn(">step 33 u<", by_id)
        self.assertEqual(by_id, self.written("a.svg", "--figure", "3", "OUT").decode())
        chinese = self.written("a.svg", "--figure", "3", "OUT", "--language", "zh").decode()
        self.assertIsNone(re.search("forward|backward|idle", chinese))
        lanes = self.written("a.svg", "--figure", "build", "OUT").decode()
        self.assertIn(">rank 2<", lanes)
        self.assertNotIn("F0", lanes)

    def test_steps_and_files_of_a_picture_are_held_to_what_there_is(self):
        for step in ("nothing", "0", "6", "-1"):
            said = self.refused("--figure", step, self.folder / "a.svg")
            self.assertIn("--figure: STEP must be wall, build, time, why or run, or its number", said)
        self.assertIn("must end in .svg", self.refused("--figure", "1", self.folder / "a.png"))
        self.assertIn("--figure", self.refused("--figure", "1"))

    def test_a_step_without_a_timeline_has_no_picture(self):
        # Its state is one that cannot be planned.
        done = plan("lesson", LESSONS / "data-parallel.yaml", "--figure", "5", self.folder / "a.svg")
        self.assertEqual(done.returncode, 2)
        self.assertIn("--figure: the step '5' has no timeline that can be drawn", done.stderr)
        self.assertEqual(list(self.folder.iterdir()), [])


if __name__ == "__main__":
    unittest.main()
