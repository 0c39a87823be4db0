"""Runs bubblescope-plan's convert, and reads what it says. Run by ctest."""

import pathlib
import tempfile
import unittest

from plan_program import STRATEGIES, plan


class Convert(unittest.TestCase):
    SCRIPT = """torchrun --nproc_per_node 8 --nnodes 2 pretrain_gpt.py --num-layers 8 --hidden-size 512 \\
    --num-attention-heads 8 --seq-length 512 --max-position-embeddings 512 --vocab-size 1000 \\
    --tensor-model-parallel-size 2 --pipeline-model-parallel-size 2 --micro-batch-size 1 \\
    --global-batch-size 16 --attention-dropout 0 --hidden-dropout 0 --log-interval 7 --bf16
"""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.file = pathlib.Path(self.folder.name) / "run.sh"
        self.file.write_text(self.SCRIPT)

    def convert(self, to, *more, source="megatron-args"):
        return plan("convert", "--from", source, self.file, "--to", to, *more)

    def test_says_on_stderr_what_does_not_go_along(self):
        ran = self.convert("bubblescope")
        self.assertEqual(ran.returncode, 0, ran)
        self.assertIn("pipeline: 2\n", ran.stdout)
        self.assertIn(f"{self.file}:2: --vocab-size: approximated: is 1000, padded to 1024", ran.stderr)
        self.assertIn(f"{self.file}:4: --log-interval: kept: ", ran.stderr)

    def test_keeps_keys_only_through_the_same_format(self):
        self.assertIn("--log-interval 7\n", self.convert("megatron-args").stdout)
        other = self.convert("nemo-yaml")
        self.assertEqual(other.returncode, 0)
        self.assertNotIn("log", other.stdout)

    def test_our_own_strategies_go_both_ways(self):
        out = pathlib.Path(self.folder.name) / "strategy.yaml"
        self.assertEqual(self.convert("bubblescope", "-o", out).returncode, 0)
        self.assertEqual(plan("check", out).returncode, 0)
        back = plan("convert", "--from", "bubblescope", out, "--to", "megatron-args")
        self.assertIn("--tensor-model-parallel-size 2\n", back.stdout)

    def test_says_what_a_format_has_no_word_for(self):
        ran = plan("convert", "--from", "bubblescope", STRATEGIES / "first-run.yaml", "--to", "megatron-args")
        self.assertEqual(ran.returncode, 0)
        self.assertIn("megatron-args: model: not expressible: ", ran.stderr)

    def test_problems_are_bad_input(self):
        self.file.write_text(self.SCRIPT.replace("--num-layers 8", "--num-layers 010"))
        ran = self.convert("bubblescope")
        self.assertEqual((ran.returncode, ran.stdout), (2, ""))
        self.assertIn(f"{self.file}:1: --num-layers: must be a whole number", ran.stderr)
        for flags, said in ((("--from", "megatron", "--to", "nemo-yaml"), "--from: megatron is not a format"),
                            (("--to", "nemo-yaml"), "--from is missing: the format of the file, one of "),
                            (("--from", "nemo-yaml", "--to", "x"), "--to: x is not a format")):
            wrong = plan("convert", *flags, self.file)
            self.assertEqual(wrong.returncode, 2)
            self.assertIn(said, wrong.stderr)

    def test_refuses_what_contradicts_itself_with_its_line_and_key(self):
        model = ("--num-layers 8 --hidden-size 256 --num-attention-heads 8 --seq-length 64 --micro-batch-size 1 "
                 "--global-batch-size 8 ")
        launch = "torchrun --nproc_per_node 8 --nnodes 1 pretrain_gpt.py "
        for flags, key in (("--tensor-model-parallel-size 3", "torchrun --nnodes"),
                           ("--num-query-groups 3 --group-query-attention", "--num-query-groups"),
                           ("--zero-stage 7", "--zero-stage"),
                           ("--zero-stage 3 --pipeline-model-parallel-size 2", "--zero-stage"),
                           ("--no-pipeline-parallel --pipeline-model-parallel-size 2", "--no-pipeline-parallel")):
            with tempfile.TemporaryDirectory() as folder:
                script = pathlib.Path(folder) / "run.sh"
                script.write_text("#!/bin/bash\n" + launch + model + flags + "\n", encoding="utf-8")
                ran = plan("convert", "--from", "megatron-args", script, "--to", "bubblescope")
            self.assertEqual(ran.returncode, 2, flags)
            self.assertIn(f"{script}:2: {key}: ", ran.stderr)

    def test_lists_the_formats(self):
        ran = plan("convert", "--list")
        self.assertEqual(ran.returncode, 0)
        for name in ("megatron-args", "nemo-yaml", "mindspeed-rl", "bubblescope"):
            self.assertIn(name, ran.stdout)


unittest.main()
