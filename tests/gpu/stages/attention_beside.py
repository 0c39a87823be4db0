"""What cuDNN's attention reaches, asked through PyTorch, at the shapes of kernel_bench: name, TFLOP/s, shape."""

import statistics

import torch
from torch.nn.attention import SDPBackend, sdpa_kernel
from torch.nn.functional import scaled_dot_product_attention

TOKENS = 8192


def milliseconds(call):
    for _ in range(3):
        call()
    times = []
    for _ in range(20):
        begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        begin.record()
        call()
        end.record()
        end.synchronize()
        times.append(begin.elapsed_time(end))
    return statistics.median(times)


for size, heads, kv_heads in ((64, 25, 25), (128, 32, 8)):
    for sequence in (1024, 4096):
        batch = TOKENS // sequence
        q, k, v = (torch.randn((batch, count, sequence, size), device="cuda", dtype=torch.bfloat16, requires_grad=True)
                   for count in (heads, kv_heads, kv_heads))
        grouped = {"enable_gqa": True} if heads != kv_heads else {}
        for causal in (True, False):
            seen = (sequence + 1) / 2 if causal else sequence
            flops = 4 * batch * sequence * seen * heads * size
            said = f"{batch} of {sequence}, {heads}/{kv_heads} heads of {size}, {'causal' if causal else 'full'}"
            with sdpa_kernel(SDPBackend.CUDNN_ATTENTION):
                forward = milliseconds(lambda: scaled_dot_product_attention(q, k, v, is_causal=causal, **grouped))
                out = scaled_dot_product_attention(q, k, v, is_causal=causal, **grouped)
                gradient = torch.randn_like(out)
                backward = milliseconds(lambda: torch.autograd.grad(out, (q, k, v), gradient, retain_graph=True))
            print(f"attention by cuDNN, forward\t{flops / forward / 1e9:.1f}\t{said}", flush=True)
            print(f"attention by cuDNN, backward\t{2.5 * flops / backward / 1e9:.1f}\t{said}", flush=True)
