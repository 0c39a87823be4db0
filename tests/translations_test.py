"""Fails when a Chinese text of the window is missing, or words it otherwise than the rest. Run by ctest.

GLOSSARY has one term for one thing; whoever translates reads it first. F, B, I and W, names of
schedules, values of a file and units stay as they are.
"""

import pathlib
import re
import sys
import xml.etree.ElementTree as ElementTree

# English -> the Chinese that stands for it, any of several where the thing has several names.
GLOSSARY = {
    r"activations?": "激活",
    r"attention heads?": "注意力头",
    r"backwards?": "反向",
    r"bubbles?": "气泡",
    r"checkpoints?": "检查点",
    r"chunks?": "模型块",
    r"collectives?": "集合通信",
    r"context parallel\w*": "上下文并行",
    r"cool-down": "冷却",
    r"cost model": "开销模型",
    r"critical path": "关键路径",
    r"data parallel\w*": "数据并行",
    r"embeddings?": "词嵌入|输入嵌入",
    r"experts?": "专家",
    r"forwards?": "前向",
    r"gradient reduction": "梯度归约",
    r"gradients?": "梯度",
    r"in flight": "在途",
    r"input gradients?": "输入梯度",
    r"ledger": "账目",
    r"makespan": "总时长",
    r"markers?": "标记",
    r"measured": "实测",
    r"microbatch(es)?": "微批次",
    r"nodes?": "节点",
    r"optimizer": "优化器",
    r"parallelism": "并行",
    r"peak memory": "峰值显存",
    r"pipelines?": "流水线",
    r"predicted": "预测",
    r"presets?": "预设",
    r"recomput(e|ed|ation)": "重计算",
    r"recordings?": "记录",
    r"replicas?": "副本",
    r"sequence parallel\w*": "序列并行",
    r"stages?": "阶段|级别",
    r"steady": "稳态",
    r"step time": "单步时间",
    r"strateg(y|ies)": "策略",
    r"tensor parallel\w*": "张量并行",
    r"timeline": "时间线",
    r"tokens?": "词元|吞吐",
    r"virtual pipeline": "虚拟流水线",
    r"warm-up": "预热",
    r"weight gradients?": "权重梯度",
}
# What nobody writes here, and what stands for it.
AVOIDED = {
    "规约": "归约", "录制": "记录", "令牌": "词元", "Token": "词元", "微批量": "微批次", "微批(?!次)": "微批次",
    "流水(?!线)": "流水线", "(?<![单各])步时间": "单步时间", "调度器": "调度",
    "热身": "预热", "前传|反传|前向传播|反向传播": "前向、反向", "算子": "操作",
}
# What one types, in the words that the search knows.
AS_TYPED = {"F3 rank 2  or  bubble > 5 ms",
            "F3, 2F3, B, rank 2, stage 1, microbatch 7, bubble, > 5 ms, and any of them together"}
# 内存 is the memory of a host; that of a device is 显存.
HOST = re.compile(r"[Hh]ost|of that memory|machine|memory left for the run|out of memory|allocate memory|memory for (what|\d|%)|no memory is left|"
                  r"disk or the memory|memory for (this picture|so many)|memory used up|memory for %")

# Words that stay English: names, units, keys of the keyboard, words of a file.
KEPT = """
    rank GPU CPU NVL72 ZeRO MTP FFN KV QKV QK SwiGLU Transformer Megatron Paddle PyTorch Apache License Qt Charts
    GNU Bubblescope bubblescope run list PATH ssh FB GPipe PipeDream Flush Eager Chimera Hanayo GEMS Auto Half Min
    ZB arXiv SC MFU HFU FLOPs TFLOP GiB GB ms fp8 fp32 bf16 logits flash unfused uniform block plain compiled
    fused compute model ns CSV Markdown LaTeX PNG Enter Shift Ctrl Alt Esc Ins Home End PgUp PgDn Tab dp tp cp ep mod div min
    max English bubble microbatch stage NVIDIA NCCL CUPTI MLP Dropout HTML Chrome Perfetto dpi booktabs Zero Bubble DualPipe
    mpirun srun sbatch salloc ssh slots NAME Slurm CUDA ipc path step op dmesg nvidia smi top Delete SVG PDF GPT BLOOM Llama MT NLG DeepSeek
""".split()
# A piece of a file, in braces or brackets, is the same in every language.
PARTS = re.compile(r"\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}|\[[^\]]*\]|“[^”]*”|all-to-all|all-(?:reduce|gather)|reduce-scatter|'[^']*'|\([*][^)]*\)|\w+[._]\w[\w.]*|--[\w-]+|%\w|https?:\S+")


# Of a sentence of the libraries a word may also stay as it stands there, unless English is made of it.
ENGLISH = set("the is are was has have had of an and or must not be to for from in it its with which by at as than that "
              "this give use cannot does do one but if every where more".split())
# Where an English word means another thing: a part of a recording, a sign of a file's language.
OTHER_THINGS = {("telemetry", r"chunks?"), ("words", r"tokens?"), ("convert", r"checkpoints?"), ("convert", r"stages?"),
                ("strategy", r"measured")}


def messages(root):
    for name in ("bubblescope_zh_CN.ts", "engine_zh_CN.ts"):
        for context in ElementTree.parse(root / "resources/translations" / name).getroot().iter("context"):
            for message in context.iter("message"):
                translation = message.find("translation")
                forms = [form.text or "" for form in translation.findall("numerusform")] or [translation.text or ""]
                for form in forms:
                    yield name, context.findtext("name"), message.findtext("source"), form, translation.get("type")


def places(text):
    return sorted(re.findall(r"%\d|%n", text))


def faults_of(name, context, source, text, kind):
    of_engine = name.startswith("engine")
    plain = PARTS.sub(" ", source) if of_engine else source.replace("&", "")
    plain = re.sub(r"\b\w+ (?=%\d x|x )|x \w+|\w+ (%\d|\d)(?= with| x|,|$)", " ", plain) if of_engine else plain
    if source in AS_TYPED:
        return
    if kind == "unfinished" or not text:
        yield "is not translated; build update_translations, translate it"
        return
    if places(source) != places(text):
        yield "has other places"
    if bool(re.search(r"&\w", source)) != bool(re.search(r"&\w", text)):
        yield "lost its mnemonic, or has one too many"
    letters = [re.findall(r"&([A-Za-z])", each.upper()) for each in (source, text)]
    if letters[0] and letters[0] != letters[1]:
        yield "has another mnemonic"
    if re.search(r"\(&\w\).", re.sub(r"\(&\w\)…$", "", text)):
        yield "has its mnemonic before the end"
    for english, chinese in GLOSSARY.items():
        if re.search(rf"(?<![\w-]){english}(?![\w-])", plain, re.I) and not re.search(chinese, text) \
                and (context, english) not in OTHER_THINGS:
            yield f"needs {chinese} for {english}"
    for avoided, instead in AVOIDED.items():
        if re.search(avoided, text):
            yield f"says {avoided} for {instead}"
    if "内存" in text and not HOST.search(source):
        yield "says 内存 of a device: 显存"
    if re.search(r"[\u4e00-\u9fff][,:;?!]|[,;:](?=[\u4e00-\u9fff])", re.sub(r"\(&\w\)|\(\*[^)]*\);;", "", text)):
        yield "has an English mark beside a Chinese sign"
    left = [word for word in re.findall(r"[A-Za-z]{2,}\d*", PARTS.sub(" ", text.replace("&", ""))) if word not in KEPT
            and not (of_engine and word not in ENGLISH and word in source)]
    if left and (of_engine or text != source):
        yield f"still says {', '.join(left)}"
    if text == source and re.search(r"[a-z]{3,} [a-z]{2,}", source) and not re.search(r"rank|bubble", source):
        yield "is still English"


def main():
    root = pathlib.Path(sys.argv[1])
    wrong, count = [], 0
    for name, context, source, text, kind in messages(root):
        count += 1
        wrong += [f"{context}: {source!r} => {text!r} {fault}"
                  for fault in faults_of(name, context, source, text, kind)]
    print(*wrong, f"{count} texts, {len(wrong)} faults", sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
