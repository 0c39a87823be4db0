<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>plan</name>
    <message>
        <source>there are costs of %1 parts of the model</source>
        <translation>给出了模型 %1 个部分的开销</translation>
    </message>
    <message>
        <source>give one, or one for each of the %1 ranks</source>
        <translation>请给出一份，或为 %1 个 rank 各给一份</translation>
    </message>
    <message>
        <source>there are %1 hops between %2 ranks</source>
        <translation>%2 个 rank 之间给出了 %1 跳</translation>
    </message>
    <message>
        <source>give one less than ranks</source>
        <translation>跳数应比 rank 数少 1</translation>
    </message>
    <message>
        <source>there is %1 for %2 %3</source>
        <translation>%2 %3 只有 %1</translation>
    </message>
    <message>
        <source>there are %1 for %2 %3</source>
        <translation>%2 %3 有 %1</translation>
    </message>
    <message>
        <source>there is %1</source>
        <translation>有 %1</translation>
    </message>
    <message>
        <source>there are %1</source>
        <translation>有 %1</translation>
    </message>
    <message>
        <source>places between two stages</source>
        <translation>个阶段间隔</translation>
    </message>
    <message>
        <source>the step could last longer than 95 years</source>
        <translation>训练步可能超过 95 年</translation>
    </message>
    <message>
        <source>use smaller costs or fewer microbatches</source>
        <translation>请减小开销或微批次数</translation>
    </message>
    <message>
        <source>%1 is the last op of rank %2</source>
        <translation>%1 是 rank %2 的最后一个操作</translation>
    </message>
    <message>
        <source>a pair needs one behind it</source>
        <translation>组成融合对需要其后还有一个操作</translation>
    </message>
    <message>
        <source>%1 are a fused pair already</source>
        <translation>%1 已是融合对</translation>
    </message>
    <message>
        <source>take it apart first</source>
        <translation>请先拆开</translation>
    </message>
    <message>
        <source>%1 on rank %2 belongs to no fused pair</source>
        <translation>rank %2 上的 %1 不属于任何融合对</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1 与 %2</translation>
    </message>
    <message>
        <source>rank %1 has no op at index %2</source>
        <translation>rank %1 在序号 %2 处没有操作</translation>
    </message>
    <message>
        <source>it has %1</source>
        <translation>共有 %1 个</translation>
    </message>
    <message>
        <source>index %1 of rank %2 lies within the fused pair of %3</source>
        <translation>rank %2 的序号 %1 位于 %3 的融合对之内</translation>
    </message>
    <message>
        <source>rank %1 has no place at index %2</source>
        <translation>rank %1 没有序号为 %2 的位置</translation>
    </message>
    <message>
        <source>its order ends at %1</source>
        <translation>其顺序止于 %1</translation>
    </message>
    <message>
        <source>%1 of rank %2</source>
        <translation>rank %2 的 %1</translation>
    </message>
    <message>
        <source>the schedule would deadlock: %1</source>
        <translation>调度会死锁：%1</translation>
    </message>
    <message>
        <source>%1 cannot run before %2 has run%3</source>
        <translation>%1 须等 %2 先执行%3</translation>
    </message>
    <message>
        <source>there is no rank %1</source>
        <translation>没有 rank %1</translation>
    </message>
    <message>
        <source>the schedule has %1</source>
        <translation>调度共有 %1 个</translation>
    </message>
    <message>
        <source>%1 lies outside the schedule</source>
        <translation>%1 不在调度之内</translation>
    </message>
    <message>
        <source>%1 stands twice</source>
        <translation>%1 出现了两次</translation>
    </message>
    <message>
        <source>%1 stands on rank %2</source>
        <translation>%1 位于 rank %2</translation>
    </message>
    <message>
        <source>its stage is on rank %1</source>
        <translation>它的阶段在 rank %1 上</translation>
    </message>
    <message>
        <source>%1 us</source>
        <translation>%1 µs</translation>
    </message>
    <message>
        <source>rank %1 idles %2 in %3</source>
        <translation>rank %1 在 %3 阶段空闲 %2</translation>
    </message>
    <message>
        <source>%1, before %2</source>
        <translation>%1，位于 %2 之前</translation>
    </message>
    <message>
        <source>nothing ran</source>
        <translation>没有执行任何操作</translation>
    </message>
    <message>
        <source>what it waits for was not recorded</source>
        <translation>没有记录它在等待什么</translation>
    </message>
    <message>
        <source>it waits for nothing of this step</source>
        <translation>它不等待本步的任何操作</translation>
    </message>
    <message>
        <source>%1: it has nothing left to run, and the step ends with %2</source>
        <translation>%1：它已无操作可执行，训练步随 %2 结束</translation>
    </message>
    <message>
        <source>%1: it runs together with %2</source>
        <translation>%1：它与 %2 一起执行</translation>
    </message>
    <message>
        <source>%1: it waits for %2</source>
        <translation>%1：它在等待 %2</translation>
    </message>
    <message>
        <source>%1, which waits back through %2 op to %3</source>
        <translation>%1，后者经 %2 个操作回溯到 %3</translation>
    </message>
    <message>
        <source>%1, which waits back through %2 ops to %3</source>
        <translation>%1，后者经 %2 个操作回溯到 %3</translation>
    </message>
    <message>
        <source>%1 op to %2</source>
        <translation>%1 个操作到 %2</translation>
    </message>
    <message>
        <source>%1 ops to %2</source>
        <translation>%1 个操作到 %2</translation>
    </message>
    <message>
        <source>%1, which waits for %2</source>
        <translation>%1，后者在等待 %2</translation>
    </message>
    <message>
        <source>what that waited for was not recorded</source>
        <translation>没有记录后者在等待什么</translation>
    </message>
    <message>
        <source>%1, the start of the step</source>
        <translation>%1，即训练步的开头</translation>
    </message>
    <message>
        <source>a rerun on rank %1 holds back the end of its step</source>
        <translation>rank %1 上的重复计算推迟了该步的结束</translation>
    </message>
    <message>
        <source>the reruns move the end of the step</source>
        <translation>重复计算改变了训练步的结束时刻</translation>
    </message>
    <message>
        <source>the reruns move %1 on rank %2</source>
        <translation>重复计算移动了 rank %2 上的 %1</translation>
    </message>
    <message>
        <source>%1 cannot hold %2 layers</source>
        <translation>%1 放不下 %2 层</translation>
    </message>
    <message>
        <source>%1 layers are over the limit of %2</source>
        <translation>%1 层超过上限 %2</translation>
    </message>
    <message>
        <source>in two directions the first and the last rank hold both ends of the model</source>
        <translation>双向时首尾两个 rank 都持有模型的两端</translation>
    </message>
    <message>
        <source>give the layers of each stage instead</source>
        <translation>请改为给出每个阶段的层数</translation>
    </message>
    <message>
        <source>layers of the first or last rank are given, so the embedding and the loss cannot be counted as layers too</source>
        <translation>已给出首个或最后一个 rank 的层数，词嵌入和损失不能再计作层</translation>
    </message>
    <message>
        <source>drop one of the two</source>
        <translation>请去掉其一</translation>
    </message>
    <message>
        <source>rank %1 holds the first and the last stage</source>
        <translation>rank %1 同时持有第一个和最后一个阶段</translation>
    </message>
    <message>
        <source>give its layers once, or the layers of each stage</source>
        <translation>请只给一次其层数，或给出每个阶段的层数</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>rank %1</translation>
    </message>
    <message>
        <source>rank %1 is given %2 for %3</source>
        <translation>rank %1 的 %3 只分到 %2</translation>
    </message>
    <message>
        <source>each chunk needs at least one</source>
        <translation>每个模型块至少需要一层</translation>
    </message>
    <message>
        <source>%1 layer</source>
        <translation>%1 层</translation>
    </message>
    <message>
        <source>%1 layers</source>
        <translation>%1 层</translation>
    </message>
    <message>
        <source>%1 chunk</source>
        <translation>%1 个模型块</translation>
    </message>
    <message>
        <source>%1 chunks</source>
        <translation>%1 个模型块</translation>
    </message>
    <message>
        <source>the first and last rank are given %1, but the model has %2</source>
        <translation>首尾两个 rank 共分到 %1，但模型只有 %2 层</translation>
    </message>
    <message>
        <source>a model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>%1, the embedding, the loss</source>
        <translation>%1、词嵌入、损失</translation>
    </message>
    <message>
        <source>%1, the embedding</source>
        <translation>%1、词嵌入</translation>
    </message>
    <message>
        <source>%1, the loss</source>
        <translation>%1、损失</translation>
    </message>
    <message>
        <source>the model has %1 more, but the ranks whose layers are given hold every stage</source>
        <translation>模型还剩 %1，但已给出层数的 rank 持有了所有阶段</translation>
    </message>
    <message>
        <source>%1 do not give each of %2 at least one</source>
        <translation>%1 不够 %2 各分一层</translation>
    </message>
    <message>
        <source>use fewer ranks or chunks, or more layers</source>
        <translation>请减少 rank 或模型块，或增加层数</translation>
    </message>
    <message>
        <source>%1 stage</source>
        <translation>%1 个阶段</translation>
    </message>
    <message>
        <source>%1 stages</source>
        <translation>%1 个阶段</translation>
    </message>
    <message>
        <source>%1 do not divide into %2</source>
        <translation>%1 不能平均分给 %2</translation>
    </message>
    <message>
        <source>let some stages hold one more, or give the layers of each</source>
        <translation>可让部分阶段多一层，或给出每个阶段的层数</translation>
    </message>
    <message>
        <source>the %1 of rank %2 do not divide into its %3</source>
        <translation>rank %2 的 %1 不能平均分给它的 %3</translation>
    </message>
    <message>
        <source>there are layers for %1, but %2</source>
        <translation>给出了 %1 的层数，实际有 %2</translation>
    </message>
    <message>
        <source>give one number per rank</source>
        <translation>请为每个 rank 给一个数</translation>
    </message>
    <message>
        <source>%1 rank</source>
        <translation>%1 个 rank</translation>
    </message>
    <message>
        <source>%1 ranks</source>
        <translation>%1 个 rank</translation>
    </message>
    <message>
        <source>%1 is given %2 for %3</source>
        <translation>%1 的 %3 只分到 %2</translation>
    </message>
    <message>
        <source>stage %1 stands on ranks %2 and %3, which would hold %4 and %5 of it</source>
        <translation>阶段 %1 位于 rank %2 和 %3，它们将分别持有其中 %4 层和 %5</translation>
    </message>
    <message>
        <source>give both ranks the same number</source>
        <translation>请给这两个 rank 相同的层数</translation>
    </message>
    <message>
        <source>give one number per stage</source>
        <translation>请为每个阶段给一个数</translation>
    </message>
    <message>
        <source>stage %1</source>
        <translation>阶段 %1</translation>
    </message>
    <message>
        <source>%1 is given no layer</source>
        <translation>%1 没有分到层</translation>
    </message>
    <message>
        <source>each stage but the first and the last, which hold the embedding and the loss, needs at least one</source>
        <translation>除持有词嵌入和损失的首尾阶段外，每个阶段至少需要一层</translation>
    </message>
    <message>
        <source>column %1: &apos;%2&apos; is not an instruction</source>
        <translation>第 %1 列：“%2”不是指令</translation>
    </message>
    <message>
        <source>write 2F0 to compute, 2F0&gt;3 to send, 1F0&lt;0 to receive, and join only transfers, or only computes, by &apos;+&apos;</source>
        <translation>计算写 2F0，发送写 2F0&gt;3，接收写 1F0&lt;0；只能用“+”连接传输与传输或计算与计算</translation>
    </message>
    <message>
        <source>the program ends in the middle</source>
        <translation>程序中途结束</translation>
    </message>
    <message>
        <source>write one more instruction or drop the &apos;%1&apos;</source>
        <translation>请补写一条指令，或去掉“%1”</translation>
    </message>
    <message>
        <source>%1 must be at least 1, not %2</source>
        <translation>%1 至少为 1，不能是 %2</translation>
    </message>
    <message>
        <source>%1 ranks are over the limit of %2</source>
        <translation>%1 个 rank 超过上限 %2</translation>
    </message>
    <message>
        <source>fold replicas or use fewer ranks</source>
        <translation>请折叠副本或减少 rank</translation>
    </message>
    <message>
        <source>%1 microbatches are over the limit of %2</source>
        <translation>%1 个微批次超过上限 %2</translation>
    </message>
    <message>
        <source>use larger or fewer ones</source>
        <translation>请加大微批次或减少其数目</translation>
    </message>
    <message>
        <source>there are 1 or 2 directions, not %1</source>
        <translation>方向数为 1 或 2，不能是 %1</translation>
    </message>
    <message>
        <source>%1 chunks do not divide into %2 directions</source>
        <translation>%1 个模型块不能平均分给 %2 个方向</translation>
    </message>
    <message>
        <source>ranks x chunks x microbatches = %1 x %2 x %3 is over the limit of %4</source>
        <translation>rank 数 × 模型块数 × 微批次数 = %1 × %2 × %3，超过上限 %4</translation>
    </message>
    <message>
        <source>use fewer microbatches or chunks</source>
        <translation>请减少微批次或模型块</translation>
    </message>
    <message>
        <source>there is no schedule named &apos;%1&apos;</source>
        <translation>没有名为“%1”的调度</translation>
    </message>
    <message>
        <source>the nearest is &apos;%1&apos;</source>
        <translation>最接近的是“%1”</translation>
    </message>
    <message>
        <source>one stage of each direction</source>
        <translation>每个方向一个阶段</translation>
    </message>
    <message>
        <source>%1 takes one chunk per rank, not %2</source>
        <translation>%1 的每个 rank 只能有一个模型块，不能是 %2</translation>
    </message>
    <message>
        <source>%1 takes %2 chunks per rank, not %3</source>
        <translation>%1 的每个 rank 须有 %2 个模型块，不能是 %3</translation>
    </message>
    <message>
        <source>one chunk</source>
        <translation>一个模型块</translation>
    </message>
    <message>
        <source>set chunks to %1</source>
        <translation>请把模型块数设为 %1</translation>
    </message>
    <message>
        <source>%1 or use &apos;interleaved&apos;</source>
        <translation>%1，或改用“interleaved”</translation>
    </message>
    <message>
        <source>%1 takes at least 2 ranks: on one, there are no two directions</source>
        <translation>%1 至少需要 2 个 rank：只有一个时没有两个方向</translation>
    </message>
    <message>
        <source>add a rank</source>
        <translation>请增加一个 rank</translation>
    </message>
    <message>
        <source>%1 takes at least 2 microbatches, one for each direction</source>
        <translation>%1 至少需要 2 个微批次，每个方向一个</translation>
    </message>
    <message>
        <source>add one</source>
        <translation>请增加一个</translation>
    </message>
    <message>
        <source>%1 takes no group</source>
        <translation>%1 没有分组</translation>
    </message>
    <message>
        <source>leave it out or use &apos;interleaved&apos;</source>
        <translation>请删去，或改用“interleaved”</translation>
    </message>
    <message>
        <source>group must lie between 1 and the %1 microbatches, not %2</source>
        <translation>分组须在 1 到微批次数 %1 之间，不能是 %2</translation>
    </message>
    <message>
        <source>one down the V and one back up</source>
        <translation>沿 V 形一下一上</translation>
    </message>
    <message>
        <source>&apos;hanayo&apos; takes an even number of chunks per rank, two for each wave, not %1</source>
        <translation>“hanayo”的每个 rank 须有偶数个模型块，每个波两个，不能是 %1 个</translation>
    </message>
    <message>
        <source>&apos;interleaved-plain&apos; deadlocks with %1 microbatches on %2 ranks: the last round of %3 is too short</source>
        <translation>“interleaved-plain”在 %2 个 rank 上执行 %1 个微批次会死锁：最后一轮只有 %3 个，太短</translation>
    </message>
    <message>
        <source>use &apos;interleaved-symmetric&apos; or a multiple of %1 microbatches (%2)</source>
        <translation>请改用“interleaved-symmetric”，或使微批次数为 %1 的倍数（%2）</translation>
    </message>
    <message>
        <source>down the ranks and back up</source>
        <translation>沿各 rank 往返</translation>
    </message>
    <message>
        <source>&apos;zb-auto&apos; holds %1 pairs of each microbatch at once, one for each chunk</source>
        <translation>“zb-auto”对每个微批次同时持有 %1 对，每个模型块一对</translation>
    </message>
    <message>
        <source>raise the most pairs in flight from %1 to at least that</source>
        <translation>请把最大在途数从 %1 至少提高到该值</translation>
    </message>
    <message>
        <source>%1 on rank %2 lies outside the shape</source>
        <translation>rank %2 上的 %1 超出形状</translation>
    </message>
    <message>
        <source>%1 on rank %2 runs a second time</source>
        <translation>rank %2 上的 %1 执行了两次</translation>
    </message>
    <message>
        <source>%1 on rank %2</source>
        <translation>rank %2 上的 %1</translation>
    </message>
    <message>
        <source>%1, %2 on rank %3</source>
        <translation>%1、rank %3 上的 %2</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1，另有 %2 个</translation>
    </message>
    <message>
        <source>the schedule deadlocks</source>
        <translation>调度会死锁</translation>
    </message>
    <message>
        <source>waiting: %1</source>
        <translation>在等待：%1</translation>
    </message>
    <message>
        <source>%1 has no forward</source>
        <translation>%1 没有前向</translation>
    </message>
    <message>
        <source>%1 has no backward</source>
        <translation>%1 没有反向</translation>
    </message>
    <message>
        <source>%1 has a weight gradient but no input gradient</source>
        <translation>%1 有权重梯度而没有输入梯度</translation>
    </message>
    <message>
        <source>%1 has an input gradient but no weight gradient</source>
        <translation>%1 有输入梯度而没有权重梯度</translation>
    </message>
    <message>
        <source>an op on rank %1 is neither a forward nor a part of a backward</source>
        <translation>rank %1 上有一个操作既不是前向也不是反向的一部分</translation>
    </message>
    <message>
        <source>%1 lies outside the shape</source>
        <translation>%1 超出形状</translation>
    </message>
    <message>
        <source>%1 stands where stage %2 is not</source>
        <translation>%1 不在阶段 %2 所在之处</translation>
    </message>
    <message>
        <source>its weights are on rank %1</source>
        <translation>其权重在 rank %1 上</translation>
    </message>
    <message>
        <source>%1 stands a second time</source>
        <translation>%1 重复出现</translation>
    </message>
    <message>
        <source>stage %1, microbatch %2</source>
        <translation>阶段 %1、微批次 %2</translation>
    </message>
    <message>
        <source>%1 has a whole backward and a part of one</source>
        <translation>%1 既有完整的反向，又有反向的一部分</translation>
    </message>
    <message>
        <source>%1 stands before its forward %2</source>
        <translation>%1 位于其前向 %2 之前</translation>
    </message>
    <message>
        <source>%1 stands before its input gradient %2</source>
        <translation>%1 位于其输入梯度 %2 之前</translation>
    </message>
    <message>
        <source>waits for %1</source>
        <translation>等待 %1</translation>
    </message>
    <message>
        <source>waits until rank %1 receives %2</source>
        <translation>等待 rank %1 接收 %2</translation>
    </message>
    <message>
        <source>sending %1</source>
        <translation>发送 %1</translation>
    </message>
    <message>
        <source>rank %1 waits to send %2 until rank %3 receives %4</source>
        <translation>rank %1 等待发送 %2，直到 rank %3 接收 %4</translation>
    </message>
    <message>
        <source>rank %1 waits at %2 for %3</source>
        <translation>rank %1 在 %2 处等待 %3</translation>
    </message>
    <message>
        <source>to send %1 until rank %2 receives %3</source>
        <translation>等待发送 %1，直到 rank %2 接收 %3</translation>
    </message>
    <message>
        <source>at %1 for %2</source>
        <translation>在 %1 处等待 %2</translation>
    </message>
    <message>
        <source>%1, and so on over %2 more ranks</source>
        <translation>%1，依此类推，还涉及 %2 个 rank</translation>
    </message>
    <message>
        <source>%1, which %2</source>
        <translation>%1，而 %2</translation>
    </message>
    <message>
        <source>%1, which stands behind %2, which %3</source>
        <translation>%1，后者排在 %2 之后，而它 %3</translation>
    </message>
    <message>
        <source>%1, which stands behind %2</source>
        <translation>%1，后者排在 %2 之后</translation>
    </message>
    <message>
        <source>stage %1 stands on rank %2, but there are %3 ranks</source>
        <translation>阶段 %1 位于 rank %2，但只有 %3 个 rank</translation>
    </message>
    <message>
        <source>the shape has %1 directions, but the placement has %2</source>
        <translation>形状有 %1 个方向，但放置有 %2 个</translation>
    </message>
    <message>
        <source>the placement does not name a rank for each of the %1 stages</source>
        <translation>放置没有为 %1 个阶段逐一指定 rank</translation>
    </message>
    <message>
        <source>rank %1 holds %2 stages, not %3</source>
        <translation>rank %1 持有 %2 个阶段，而不是 %3 个</translation>
    </message>
    <message>
        <source>every rank needs the same number</source>
        <translation>每个 rank 的数目须相同</translation>
    </message>
    <message>
        <source>the schedule has %1 for %2 ranks, but its shape has %3</source>
        <translation>调度对 %2 个 rank 有 %1，但其形状有 %3 个</translation>
    </message>
    <message>
        <source>fused pairs</source>
        <translation>融合对</translation>
    </message>
    <message>
        <source>the phases of rank %1 lie outside its order or in the wrong one</source>
        <translation>rank %1 的各阶段划分超出其操作顺序，或先后有误</translation>
    </message>
    <message>
        <source>the fused pair at index %1 of rank %2</source>
        <translation>rank %2 序号 %1 处的融合对</translation>
    </message>
    <message>
        <source>%1 lies outside the order</source>
        <translation>%1超出操作顺序</translation>
    </message>
    <message>
        <source>%1 does not lie behind the one before it</source>
        <translation>%1没有排在前一个之后</translation>
    </message>
    <message>
        <source>%1 and %2 on rank %3 cannot run as one: %4</source>
        <translation>rank %3 上的 %1 与 %2 不能融合执行：%4</translation>
    </message>
    <message>
        <source>%1a fused pair is a forward and a backward</source>
        <translation>%1融合对由一个前向和一个反向组成</translation>
    </message>
    <message>
        <source>%1 needs %2</source>
        <translation>%1 需要 %2</translation>
    </message>
    <message>
        <source>there are %1 memory caps for %2 ranks</source>
        <translation>%2 个 rank 给出了 %1 个显存上限</translation>
    </message>
    <message>
        <source>give one for all, or one per rank</source>
        <translation>请给一个通用的，或为每个 rank 给一个</translation>
    </message>
    <message>
        <source>rank %1 holds %2 microbatches of its stages in flight at %3</source>
        <translation>rank %1 在 %3 处持有 %2 个在途的（微批次，阶段）对</translation>
    </message>
    <message>
        <source>its cap is %1</source>
        <translation>其上限为 %1</translation>
    </message>
    <message>
        <source>the schedule deadlocks: %1</source>
        <translation>调度会死锁：%1</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>另有 %1 个</translation>
    </message>
    <message>
        <source>&apos;zb-auto&apos; orders one direction of microbatches</source>
        <translation>“zb-auto”只安排一个方向的微批次</translation>
    </message>
    <message>
        <source>set directions to 1</source>
        <translation>请把方向数设为 1</translation>
    </message>
    <message>
        <source>the share of a pair that a deferred weight gradient holds must lie between 0 and 1</source>
        <translation>推迟的权重梯度所占的比例须在 0 到 1 之间</translation>
    </message>
    <message>
        <source>%1 memory caps for %2 ranks</source>
        <translation>%2 个 rank 给出了 %1 个显存上限</translation>
    </message>
    <message>
        <source>give one per rank, or none</source>
        <translation>请为每个 rank 给一个，或不给</translation>
    </message>
    <message>
        <source>a cap of %1 pairs in flight on rank %2 holds not one microbatch, which has a pair for every chunk</source>
        <translation>rank %2 的在途上限 %1 连一个微批次都放不下：每个模型块要占一对</translation>
    </message>
    <message>
        <source>raise it to %1 or more</source>
        <translation>请提高到 %1 或以上</translation>
    </message>
</context>
<context>
    <name>strategy</name>
    <message>
        <source>must be one line of at most %1 bytes of printable text</source>
        <translation>须为不超过 %1 字节的单行可打印文本</translation>
    </message>
    <message>
        <source>has %1 entries</source>
        <translation>有 %1 项</translation>
    </message>
    <message>
        <source>the limit is %1</source>
        <translation>上限为 %1</translation>
    </message>
    <message>
        <source>entry %1 %2</source>
        <translation>第 %1 项 %2</translation>
    </message>
    <message>
        <source>must be one line of printable text</source>
        <translation>须为单行可打印文本</translation>
    </message>
    <message>
        <source>names no device known here: &apos;%1&apos;</source>
        <translation>没有名为“%1”的已知设备</translation>
    </message>
    <message>
        <source>known: %1</source>
        <translation>已知的有：%1</translation>
    </message>
    <message>
        <source>did you mean &apos;%1&apos;?</source>
        <translation>是否指“%1”？</translation>
    </message>
    <message>
        <source>must lie between 0 and 1000000000000 us</source>
        <translation>须在 0 到 1000000000000 µs 之间</translation>
    </message>
    <message>
        <source>must give one to %1 numbers a part</source>
        <translation>每个部分须给出 1 到 %1 个数</translation>
    </message>
    <message>
        <source>%1, of every stage</source>
        <translation>%1（每个阶段）</translation>
    </message>
    <message>
        <source>have collectives and transfers that together take longer than the part they lie in</source>
        <translation>集合通信与传输合起来的时间超过了它们所在的部分</translation>
    </message>
    <message>
        <source>shorten them</source>
        <translation>请缩短它们</translation>
    </message>
    <message>
        <source>are all 0, so a step has no length</source>
        <translation>全为 0，训练步没有时长</translation>
    </message>
    <message>
        <source>give one part a time</source>
        <translation>请至少给一个部分设定时间</translation>
    </message>
    <message>
        <source>is given in two ways</source>
        <translation>以两种方式给出</translation>
    </message>
    <message>
        <source>keep one: a time, a list of hops, or latency, bytes and bandwidth</source>
        <translation>请只保留一种：一个时间、各跳的列表，或延迟、字节数与带宽</translation>
    </message>
    <message>
        <source>must have at most %1 numbers</source>
        <translation>最多 %1 个数</translation>
    </message>
    <message>
        <source>is missing</source>
        <translation>缺失</translation>
    </message>
    <message>
        <source>give the gigabytes a second at which bytes travel</source>
        <translation>请给出传输带宽（GB/s）</translation>
    </message>
    <message>
        <source>takes longer than 1000000000000 us per hop</source>
        <translation>每跳超过 1000000000000 µs</translation>
    </message>
    <message>
        <source>says what a hop between nodes takes, and costs.transfer lists every hop</source>
        <translation>给出了跨节点一跳的耗时，而 costs.transfer 已列出每一跳</translation>
    </message>
    <message>
        <source>keep one of the two</source>
        <translation>请保留其一</translation>
    </message>
    <message>
        <source>of rank %1 %2</source>
        <translation>rank %1 的倍数 %2</translation>
    </message>
    <message>
        <source>has %1 numbers for %2 %3</source>
        <translation>给出了 %1 个数，而有 %2 个 %3</translation>
    </message>
    <message>
        <source>are not given: every op part takes 1 us and transfers are free, so times are only comparable</source>
        <translation>未给出：每个操作部分按 1 µs 计，传输不计时，因此时间只可相互比较</translation>
    </message>
    <message>
        <source>uneven layers are not counted</source>
        <translation>不计层数不均的影响</translation>
    </message>
    <message>
        <source>ranks (parallel.pipeline)</source>
        <translation>rank（parallel.pipeline）</translation>
    </message>
    <message>
        <source>are given for %1 stages, and there are %2 (parallel.pipeline x parallel.chunks)</source>
        <translation>给出了 %1 个阶段的值，而实际有 %2 个（parallel.pipeline × parallel.chunks）</translation>
    </message>
    <message>
        <source>hops (one between two stages)</source>
        <translation>跳（每两个阶段之间一跳）</translation>
    </message>
    <message>
        <source>add up to more than 95 years a step</source>
        <translation>合计一步超过 95 年</translation>
    </message>
    <message>
        <source>give smaller ones</source>
        <translation>请减小</translation>
    </message>
    <message>
        <source>is %1, with its ranks far apart in this order: the collectives of every layer then leave the node, where links are several times slower</source>
        <translation>设为 %1，而按此顺序其各 rank 相距较远：每层的集合通信都要出节点，链路慢数倍</translation>
    </message>
    <message>
        <source>keep tensor groups inside a node</source>
        <translation>请让张量并行组留在节点内</translation>
    </message>
    <message>
        <source>is %1, and a node has %2 devices: the collectives of every layer then leave the node, where links are several times slower</source>
        <translation>设为 %1，而一个节点只有 %2 个设备：每层的集合通信都要出节点，链路慢数倍</translation>
    </message>
    <message>
        <source>%1, with its ranks far apart in this order</source>
        <translation>%1，而按此顺序其各 rank 相距较远</translation>
    </message>
    <message>
        <source>%1, and a node has %2 devices</source>
        <translation>%1，而一个节点有 %2 个设备</translation>
    </message>
    <message>
        <source>is %1 with a pipeline of %2: gradients are then dealt out and weights gathered for every microbatch instead of once a step, and the pipeline has already divided them by %3</source>
        <translation>设为 %1 而流水线为 %2：每个微批次都要分发梯度、收集权重，而不是每步一次，且流水线已把它们分为 %3 份</translation>
    </message>
    <message>
        <source>1 is what is usually meant</source>
        <translation>通常应为 1</translation>
    </message>
    <message>
        <source>is %1 with a pipeline of %2: gradients are then dealt out for every microbatch instead of once a step, and the pipeline has already divided them by %3</source>
        <translation>设为 %1 而流水线为 %2：每个微批次都要分发梯度，而不是每步一次，且流水线已把它们分为 %3 份</translation>
    </message>
    <message>
        <source>%1 and weights gathered</source>
        <translation>%1并收集权重</translation>
    </message>
    <message>
        <source>is %1: the loss takes as long as %2 of the model&apos;s layers, and the last of %3 ranks has it on top of its own</source>
        <translation>为 %1：损失的计算相当于 %2 层，%3 个 rank 中最后一个要额外承担</translation>
    </message>
    <message>
        <source>give it fewer with layers_per_stage</source>
        <translation>请用 layers_per_stage 给它少分几层</translation>
    </message>
    <message>
        <source>is %1, which leaves %2 tokens per rank: keys and values then take longer to go around than the attention to compute</source>
        <translation>设为 %1，每个 rank 只剩 %2 个词元：键和值的传递比注意力的计算还久</translation>
    </message>
    <message>
        <source>context parallelism is for long sequences</source>
        <translation>上下文并行适用于长序列</translation>
    </message>
    <message>
        <source>are of the ranks of one pipeline, and each of them stands for %1 devices: all replicas are predicted to be as slow</source>
        <translation>属于一条流水线的各 rank，每个代表 %1 个设备：预测中所有副本都同样慢</translation>
    </message>
    <message>
        <source>of one slow device that is right but for its own replica, which the others wait for at the end of the step</source>
        <translation>若只有一个设备慢，这只对它自己的副本成立，其他副本在步末等待它</translation>
    </message>
    <message>
        <source>is %1, and groups of %2 devices neither fill nodes nor divide one: they do not all cross nodes at the same places, and the first is predicted for all</source>
        <translation>为 %1，而 %2 个设备的组既不占满节点也不能整除节点：它们跨节点的位置不尽相同，预测以第一组为准</translation>
    </message>
    <message>
        <source>sizes that divide a node make them alike</source>
        <translation>取能整除节点的大小，各组便一致</translation>
    </message>
    <message>
        <source>is %1, which is not divisible by parallel.tensor %2</source>
        <translation>%1 不能被 parallel.tensor %2 整除</translation>
    </message>
    <message>
        <source>is %1, and model.heads %2 must be a multiple of it</source>
        <translation>为 %1，而 model.heads %2 须是它的倍数</translation>
    </message>
    <message>
        <source>is %1</source>
        <translation>为 %1</translation>
    </message>
    <message>
        <source>it and parallel.tensor %1 must divide one another</source>
        <translation>它与 parallel.tensor %1 须有一方能整除另一方</translation>
    </message>
    <message>
        <source>is %1, which is not divisible by %2 %3</source>
        <translation>%1 不能被 %2 %3 整除</translation>
    </message>
    <message>
        <source>is given without model.kv_lora_rank</source>
        <translation>已给出，但缺少 model.kv_lora_rank</translation>
    </message>
    <message>
        <source>is missing: model.kv_lora_rank asks for latent attention</source>
        <translation>缺失：给出 model.kv_lora_rank 即采用潜在注意力</translation>
    </message>
    <message>
        <source>makes one microbatch&apos;s activation larger than 1 TiB</source>
        <translation>使一个微批次的激活超过 1 TiB</translation>
    </message>
    <message>
        <source>lower it, model.sequence or model.hidden</source>
        <translation>请减小它、model.sequence 或 model.hidden</translation>
    </message>
    <message>
        <source>has %1 entries for %2 %3</source>
        <translation>有 %1 项，而有 %2 个 %3</translation>
    </message>
    <message>
        <source>gives %1 %2 only %3, and every chunk of a rank needs a layer: at least %4</source>
        <translation>只给 %1 %2 分了 %3 层，而 rank 的每个模型块都需要一层：至少 %4 层</translation>
    </message>
    <message>
        <source>gives %1</source>
        <translation>给出 %1</translation>
    </message>
    <message>
        <source>adds up to %1 layers, and model.layers is %2</source>
        <translation>合计 %1 层，而 model.layers 为 %2</translation>
    </message>
    <message>
        <source>is off with tensor %1: every device of the group keeps whole activations of the norms</source>
        <translation>在 tensor %1 时关闭：组内每个设备都保留归一化的完整激活</translation>
    </message>
    <message>
        <source>&apos;sequence: true&apos; divides them at no extra traffic</source>
        <translation>设为 &apos;sequence: true&apos; 即可分摊，且不增加通信量</translation>
    </message>
    <message>
        <source>has no effect unless granularity is full</source>
        <translation>仅在 granularity 为 full 时有效</translation>
    </message>
    <message>
        <source>is %1, and the model has %2 layers</source>
        <translation>为 %1，而模型有 %2 层</translation>
    </message>
    <message>
        <source>and layers_per_stage are both given</source>
        <translation>与 layers_per_stage 同时给出</translation>
    </message>
    <message>
        <source>keep one</source>
        <translation>请只保留一个</translation>
    </message>
    <message>
        <source>stages (parallel.pipeline x parallel.chunks)</source>
        <translation>阶段（parallel.pipeline × parallel.chunks）</translation>
    </message>
    <message>
        <source>is %1 for %2 stages (parallel.pipeline x parallel.chunks)</source>
        <translation>为 %1，而有 %2 个阶段（parallel.pipeline × parallel.chunks）</translation>
    </message>
    <message>
        <source>every stage needs a layer</source>
        <translation>每个阶段至少需要一层</translation>
    </message>
    <message>
        <source>is %1, which is not divisible by %2 stages: some stages hold one layer more</source>
        <translation>%1 不能被 %2 个阶段整除：部分阶段多一层</translation>
    </message>
    <message>
        <source>layers_per_stage says which</source>
        <translation>可用 layers_per_stage 指定</translation>
    </message>
    <message>
        <source>is given without model.experts</source>
        <translation>已给出，但缺少 model.experts</translation>
    </message>
    <message>
        <source>is %1, and the model has no experts</source>
        <translation>为 %1，而模型没有专家</translation>
    </message>
    <message>
        <source>give model.experts or 1</source>
        <translation>请给出 model.experts，或设为 1</translation>
    </message>
    <message>
        <source>must be from 1 to model.experts %1, not %2</source>
        <translation>须在 1 到 model.experts %1 之间，不能是 %2</translation>
    </message>
    <message>
        <source>is %1, and model.experts %2 is not divisible by it</source>
        <translation>为 %1，而 model.experts %2 不能被它整除</translation>
    </message>
    <message>
        <source>is %1, and the %2 devices of a pipeline rank (tensor x context x data) are not divisible by it</source>
        <translation>为 %1，而一个流水线 rank 的 %2 个设备（tensor × context × data）不能被它整除</translation>
    </message>
    <message>
        <source>have the model&apos;s FLOPs done at %1 TFLOP/s per device, and the peak of &apos;%2&apos; in %3 is %4 TFLOP/s (MFU %5 % even without a bubble): no such device is so fast</source>
        <translation>要求每个设备以 %1 TFLOP/s 完成模型的 FLOPs，而“%2”在 %3 下的峰值为 %4 TFLOP/s（即使没有气泡，MFU 也达 %5%）：设备没有这么快</translation>
    </message>
    <message>
        <source>give the microseconds of one stage and microbatch, or leave the costs out for the cost model&apos;s</source>
        <translation>请给出一个阶段处理一个微批次的微秒数，或删去开销改由开销模型给出</translation>
    </message>
    <message>
        <source>is &apos;%1&apos;, whose times rest on %2</source>
        <translation>为“%1”，其时间依据：%2</translation>
    </message>
    <message>
        <source>tensor %1 x pipeline %2 x context %3</source>
        <translation>tensor %1 × pipeline %2 × context %3</translation>
    </message>
    <message>
        <source>names no schedule known here: &apos;%1&apos;</source>
        <translation>没有名为“%1”的已知调度</translation>
    </message>
    <message>
        <source>did you mean &apos;%1&apos;? available: %2</source>
        <translation>是否指“%1”？可用的有：%2</translation>
    </message>
    <message>
        <source>gives %1 microbatches to %2 pipeline ranks: the pipeline never fills</source>
        <translation>只给 %2 个流水线 rank 提供 %1 个微批次：流水线始终填不满</translation>
    </message>
    <message>
        <source>raise batch.global or lower batch.micro</source>
        <translation>请增大 batch.global 或减小 batch.micro</translation>
    </message>
    <message>
        <source>is 1, and &apos;interleaved&apos; with one chunk is &apos;1f1b&apos;</source>
        <translation>为 1，而只有一个模型块的“interleaved”就是“1f1b”</translation>
    </message>
    <message>
        <source>give 2 or more to shrink the bubble</source>
        <translation>设为 2 或以上可缩小气泡</translation>
    </message>
    <message>
        <source>has no effect on &apos;%1&apos;</source>
        <translation>对“%1”无效</translation>
    </message>
    <message>
        <source>is only read by the schedule &apos;custom&apos;</source>
        <translation>只有调度“custom”才读取</translation>
    </message>
    <message>
        <source>is over %1 MiB</source>
        <translation>超过 %1 MiB</translation>
    </message>
    <message>
        <source>put it into a CSV and name that as schedule.file</source>
        <translation>请放入 CSV，并把它写为 schedule.file</translation>
    </message>
    <message>
        <source>stands beside schedule.order, which is an order already</source>
        <translation>与 schedule.order 并存，而后者已给出顺序</translation>
    </message>
    <message>
        <source>leave out one of the two</source>
        <translation>请删去其一</translation>
    </message>
    <message>
        <source>is %1, and one pipeline takes %2 = %3</source>
        <translation>为 %1，而一条流水线需要 %2 = %3</translation>
    </message>
    <message>
        <source>add devices or lower one of these</source>
        <translation>请增加设备，或减小其中一项</translation>
    </message>
    <message>
        <source>is %1, which is not divisible by %2 = %3</source>
        <translation>%1 不能被 %2 = %3 整除</translation>
    </message>
    <message>
        <source>is %1, and %2 x data %3 = %4</source>
        <translation>为 %1，而 %2 × data %3 = %4</translation>
    </message>
    <message>
        <source>make them equal, or leave out parallel.data</source>
        <translation>请使二者相等，或删去 parallel.data</translation>
    </message>
    <message>
        <source>is %1, which is not divisible by micro %2 x data %3 = %4</source>
        <translation>%1 不能被 micro %2 × data %3 = %4 整除</translation>
    </message>
    <message>
        <source>%1 is not divisible by %2, %3</source>
        <translation>%1 不能被%2（%3）整除</translation>
    </message>
    <message>
        <source>training computes in fp32 or bf16, not %1</source>
        <translation>训练以 fp32 或 bf16 计算，不支持 %1</translation>
    </message>
    <message>
        <source>training keeps gradients in fp32, not %1</source>
        <translation>训练以 fp32 保存梯度，不支持 %1</translation>
    </message>
    <message>
        <source>training cannot do %1 yet</source>
        <translation>训练尚不支持 %1</translation>
    </message>
    <message>
        <source>leave it out</source>
        <translation>请删去</translation>
    </message>
    <message>
        <source>training cannot do %1</source>
        <translation>训练不支持 %1</translation>
    </message>
    <message>
        <source>multi-head latent attention</source>
        <translation>多头潜在注意力</translation>
    </message>
    <message>
        <source>heads of a width other than hidden / heads</source>
        <translation>宽度不等于 hidden / heads 的注意力头</translation>
    </message>
    <message>
        <source>an embedding of a width other than hidden</source>
        <translation>宽度与隐藏维度不同的词嵌入</translation>
    </message>
    <message>
        <source>biases of some layers only</source>
        <translation>只有部分层带偏置</translation>
    </message>
    <message>
        <source>normalised queries and keys</source>
        <translation>查询与键的归一化</translation>
    </message>
    <message>
        <source>dense layers between those with experts</source>
        <translation>专家层之间的稠密层</translation>
    </message>
    <message>
        <source>multi-token prediction</source>
        <translation>多词元预测</translation>
    </message>
    <message>
        <source>attention to later tokens</source>
        <translation>对后续词元的注意力</translation>
    </message>
    <message>
        <source>stages without a layer</source>
        <translation>没有层的阶段</translation>
    </message>
    <message>
        <source>more positions than the sequence has</source>
        <translation>超过序列长度的位置数</translation>
    </message>
    <message>
        <source>experts cut otherwise than the rest</source>
        <translation>与其余部分切分方式不同的专家</translation>
    </message>
    <message>
        <source>hybrid sharding</source>
        <translation>混合分片</translation>
    </message>
    <message>
        <source>context parallelism by all-to-all</source>
        <translation>以 all-to-all 实现的上下文并行</translation>
    </message>
    <message>
        <source>another order of ranks</source>
        <translation>其他 rank 顺序</translation>
    </message>
    <message>
        <source>the heads</source>
        <translation>注意力头数</translation>
    </message>
    <message>
        <source>which turn in pairs: every head needs an even width</source>
        <translation>旋转位置编码成对旋转，每个头的宽度须为偶数</translation>
    </message>
    <message>
        <source>the tensor ranks</source>
        <translation>张量并行 rank 数</translation>
    </message>
    <message>
        <source>the key-value heads</source>
        <translation>KV 头数</translation>
    </message>
    <message>
        <source>two pieces for each context rank, which share the causal work evenly</source>
        <translation>每个上下文并行 rank 两段，以均摊因果注意力的计算</translation>
    </message>
    <message>
        <source>the tensor ranks, which share the tokens under sequence parallelism</source>
        <translation>张量并行 rank 数，序列并行时由它们分摊词元</translation>
    </message>
    <message>
        <source>and the experts of a layer are shared within data x context ranks</source>
        <translation>一层的专家分摊在 data × context 个 rank 之间</translation>
    </message>
    <message>
        <source>the expert-parallel ranks</source>
        <translation>专家并行 rank 数</translation>
    </message>
    <message>
        <source>a run that trains needs one: layers, hidden, heads, vocab, sequence</source>
        <translation>训练运行需要模型：layers、hidden、heads、vocab、sequence</translation>
    </message>
    <message>
        <source>must be at least 256, not %1, as the tokens are the bytes of training.data</source>
        <translation>至少为 256，不能是 %1：词元就是 training.data 的字节</translation>
    </message>
    <message>
        <source>%1: cannot be read: %2</source>
        <translation>%1：无法读取：%2</translation>
    </message>
    <message>
        <source>is not a regular file</source>
        <translation>不是普通文件</translation>
    </message>
    <message>
        <source>has %1 bytes, and a sample needs %2</source>
        <translation>有 %1 字节，而一个样本需要 %2</translation>
    </message>
    <message>
        <source>%1 (rows)</source>
        <translation>%1（行）</translation>
    </message>
    <message>
        <source>%1 per rank</source>
        <translation>每个 rank %1</translation>
    </message>
    <message>
        <source>batch.global / (micro x data)</source>
        <translation>batch.global /（micro × data）</translation>
    </message>
    <message>
        <source>has %1, and %2 is %3</source>
        <translation>有 %1，而 %2 为 %3</translation>
    </message>
    <message>
        <source>make them equal</source>
        <translation>请使二者相等</translation>
    </message>
    <message>
        <source>%1: row %2, column %3: %4</source>
        <translation>%1：第 %2 行第 %3 列：%4</translation>
    </message>
    <message>
        <source>row %1, column %2: %3</source>
        <translation>第 %1 行第 %2 列：%3</translation>
    </message>
    <message>
        <source>the schedule &apos;custom&apos; needs a file</source>
        <translation>调度“custom”需要一个文件</translation>
    </message>
    <message>
        <source>give schedule.file the path of a CSV</source>
        <translation>请在 schedule.file 中给出 CSV 的路径</translation>
    </message>
    <message>
        <source>has an alias to an anchor that is not there</source>
        <translation>含有指向不存在锚点的别名</translation>
    </message>
    <message>
        <source>has an anchor that contains itself</source>
        <translation>含有包含自身的锚点</translation>
    </message>
    <message>
        <source>has a text of %1 bytes</source>
        <translation>含有 %1 字节的文本</translation>
    </message>
    <message>
        <source>has the tag &apos;%1&apos;</source>
        <translation>带有标签“%1”</translation>
    </message>
    <message>
        <source>none is needed, so remove it</source>
        <translation>不需要标签，请删去</translation>
    </message>
    <message>
        <source>is nested deeper than %1 levels</source>
        <translation>嵌套超过 %1 层</translation>
    </message>
    <message>
        <source>has more than %1 items, counting what its aliases repeat</source>
        <translation>计入别名的重复后超过 %1 项</translation>
    </message>
    <message>
        <source>is not YAML here: %1</source>
        <translation>此处不是 YAML：%1</translation>
    </message>
    <message>
        <source>has a second document</source>
        <translation>含有第二个文档</translation>
    </message>
    <message>
        <source>keep one to a file</source>
        <translation>一个文件只放一个</translation>
    </message>
    <message>
        <source>is not YAML: %1</source>
        <translation>不是 YAML：%1</translation>
    </message>
    <message>
        <source>is empty</source>
        <translation>是空的</translation>
    </message>
    <message>
        <source>is not a field of a strategy</source>
        <translation>不是策略的字段</translation>
    </message>
    <message>
        <source>must be a list of whole numbers, like [3, 3, 2]</source>
        <translation>须为整数列表，如 [3, 3, 2]</translation>
    </message>
    <message>
        <source>cannot write to &apos;%1&apos;: %2</source>
        <translation>无法写入“%1”：%2</translation>
    </message>
    <message>
        <source>cannot be read: %1</source>
        <translation>无法读取：%1</translation>
    </message>
    <message>
        <source>give the path of one</source>
        <translation>请给出普通文件的路径</translation>
    </message>
    <message>
        <source>has more than %1 bytes, the most it may have</source>
        <translation>超过上限 %1 字节</translation>
    </message>
    <message>
        <source>cannot be opened: %1</source>
        <translation>无法打开：%1</translation>
    </message>
    <message>
        <source>was moved while it was looked at</source>
        <translation>在查看期间被移动了</translation>
    </message>
    <message>
        <source>cannot save &apos;%1&apos;: %2</source>
        <translation>无法保存“%1”：%2</translation>
    </message>
    <message>
        <source>the file is as it was, so save it elsewhere or make room</source>
        <translation>文件保持原样，请另存到别处或腾出空间</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is saved, but the disk reports an error: %2</source>
        <translation>“%1”已保存，但磁盘报告错误：%2</translation>
    </message>
    <message>
        <source>the run had %1 per host, so cluster.devices_per_node is now %2, not %3</source>
        <translation>该运行每个主机有 %1，因此 cluster.devices_per_node 现在是 %2，而不是 %3</translation>
    </message>
    <message>
        <source>the run&apos;s hosts divide its ranks differently from the strategy&apos;s nodes: hops are written one by one, and hold for these hosts</source>
        <translation>该运行的主机对 rank 的划分与策略的节点不同：各跳逐一写出，只对这些主机成立</translation>
    </message>
    <message>
        <source>%1 on this machine need %2, and it shows %3</source>
        <translation>本机上的 %1 需要 %2，而只有 %3</translation>
    </message>
    <message>
        <source>use fewer ranks, or let them share with --gpus-per-rank %1</source>
        <translation>请减少 rank，或用 --gpus-per-rank %1 让它们共享</translation>
    </message>
    <message>
        <source>%1 at %2 to one</source>
        <translation>%1（每个 GPU %2 个）</translation>
    </message>
    <message>
        <source>is selective, which changes nothing here: it drops the attention&apos;s scores, and fused attention (kernels.attention: flash) never writes them</source>
        <translation>为 selective，在此不起作用：它丢弃注意力分数，而融合注意力（kernels.attention: flash）从不写出分数</translation>
    </message>
    <message>
        <source>&apos;ops&apos; or &apos;full&apos; save memory</source>
        <translation>“ops”或“full”可节省显存</translation>
    </message>
    <message>
        <source>has no effect unless granularity is none</source>
        <translation>仅在 granularity 为 none 时有效</translation>
    </message>
    <message>
        <source>is %1, which divides nothing: with data 1 and context 1 no other rank holds the same weights</source>
        <translation>为 %1，但没有可分摊的对象：data 1 且 context 1 时没有其他 rank 持有相同权重</translation>
    </message>
    <message>
        <source>has no effect with zero 0, which divides nothing</source>
        <translation>在 zero 0 时无效：没有分摊</translation>
    </message>
    <message>
        <source>is on with tensor 1, which changes nothing: it divides the activations of the norms over tensor ranks</source>
        <translation>在 tensor 1 时打开不起作用：它把归一化的激活分摊到张量并行的各 rank</translation>
    </message>
    <message>
        <source>has no effect with context 1</source>
        <translation>在 context 1 时无效</translation>
    </message>
    <message>
        <source>is of a ring of context ranks with fused causal attention, and there is none</source>
        <translation>针对的是上下文 rank 组成的环上的融合因果注意力，而这里没有</translation>
    </message>
    <message>
        <source>has no effect with expert 1, where one rank has all tokens</source>
        <translation>在 expert 为 1 时不起作用，此时所有词元都在一个 rank 上</translation>
    </message>
    <message>
        <source>has no effect unless kernels.framework is deepspeed, which has a buffer of such a size</source>
        <translation>仅当 kernels.framework 为 deepspeed 时有效，只有它有这种大小的缓冲区</translation>
    </message>
    <message>
        <source>has no effect with zero 0, which gathers no weights</source>
        <translation>zero 为 0 时无效，因为不收集权重</translation>
    </message>
    <message>
        <source>has no effect unless zero is 3, which gathers weights</source>
        <translation>仅在 zero 为 3 时有效：只有它收集权重</translation>
    </message>
    <message>
        <source>has no effect with tensor 1, where layers have no collectives</source>
        <translation>在 tensor 1 时无效：层内没有集合通信</translation>
    </message>
    <message>
        <source>has no effect with expert 1, where no token leaves its device</source>
        <translation>在 expert 1 时无效：没有词元离开其设备</translation>
    </message>
    <message>
        <source>has no effect with pipeline 1, which sends no messages</source>
        <translation>在 pipeline 1 时无效：没有消息可发送</translation>
    </message>
    <message>
        <source>has no effect unless kernels.dispatch is two-level, which sends a token once to a node</source>
        <translation>只有 kernels.dispatch 为 two-level（每个词元向一个节点只发送一次）时才起作用</translation>
    </message>
    <message>
        <source>has no effect unless compute is fp8</source>
        <translation>仅在 compute 为 fp8 时有效</translation>
    </message>
    <message>
        <source>is no JSON text</source>
        <translation>不是 JSON 文本</translation>
    </message>
    <message>
        <source>has the key &apos;%1&apos; twice</source>
        <translation>键“%1”出现两次</translation>
    </message>
    <message>
        <source>leave one of them</source>
        <translation>请只留一个</translation>
    </message>
    <message>
        <source>has more than %1 keys, the most it may have</source>
        <translation>超过上限 %1 个键</translation>
    </message>
    <message>
        <source>only numbers can be read, so leave out what was not measured</source>
        <translation>只能读取数值，未测量的请删去</translation>
    </message>
    <message>
        <source>is %1, more than any number may be</source>
        <translation>为 %1，超出允许的数值</translation>
    </message>
    <message>
        <source>ends in the middle: it is cut off, or was still being written</source>
        <translation>中途结束：文件被截断，或尚未写完</translation>
    </message>
    <message>
        <source>is no JSON from &apos;%1&apos; on</source>
        <translation>从“%1”起不是 JSON</translation>
    </message>
    <message>
        <source>is more than any number may be</source>
        <translation>超出允许的数值</translation>
    </message>
    <message>
        <source>is no JSON</source>
        <translation>不是 JSON</translation>
    </message>
    <message>
        <source>is null</source>
        <translation>为 null</translation>
    </message>
    <message>
        <source>is true or false</source>
        <translation>是 true 或 false</translation>
    </message>
    <message>
        <source>is a number</source>
        <translation>是数</translation>
    </message>
    <message>
        <source>is text</source>
        <translation>是文本</translation>
    </message>
    <message>
        <source>is a list</source>
        <translation>是列表</translation>
    </message>
    <message>
        <source>is a map</source>
        <translation>是映射</translation>
    </message>
    <message>
        <source>the run has %1, and its %2 take %3</source>
        <translation>运行有 %1，而其 %2 只能容纳 %3 个</translation>
    </message>
    <message>
        <source>give more hosts or more slots a host</source>
        <translation>请增加主机，或增加每台主机的 slots</translation>
    </message>
    <message>
        <source>%1 host</source>
        <translation>%1 台主机</translation>
    </message>
    <message>
        <source>%1 hosts</source>
        <translation>%1 台主机</translation>
    </message>
    <message>
        <source>node %1</source>
        <translation>节点 %1</translation>
    </message>
    <message>
        <source>%1, and so on to stage %2</source>
        <translation>%1，依此类推直到阶段 %2</translation>
    </message>
    <message>
        <source>%1, %2 on %3</source>
        <translation>%1、%3 上的 %2</translation>
    </message>
    <message>
        <source>stage %1 on %2</source>
        <translation>阶段 %1 在 %2 上</translation>
    </message>
    <message>
        <source>stages %1 on %2</source>
        <translation>阶段 %1 在 %2 上</translation>
    </message>
    <message>
        <source>no hop crosses nodes</source>
        <translation>没有跨节点的跳</translation>
    </message>
    <message>
        <source>%1 hop</source>
        <translation>%1 跳</translation>
    </message>
    <message>
        <source>%1 hops</source>
        <translation>%1 跳</translation>
    </message>
    <message>
        <source>1 of %1 crosses nodes</source>
        <translation>%1 中有 1 跳跨节点</translation>
    </message>
    <message>
        <source>%1 of %2 cross nodes</source>
        <translation>%2 中有 %1 跳跨节点</translation>
    </message>
    <message>
        <source>nodes %1</source>
        <translation>节点 %1</translation>
    </message>
    <message>
        <source>%1 to %2 (%3 nodes)</source>
        <translation>%1 到 %2（%3 个节点）</translation>
    </message>
    <message>
        <source>the rank is on %1</source>
        <translation>该 rank 在 %1 上</translation>
    </message>
    <message>
        <source>all %1 ranks are on %2</source>
        <translation>全部 %1 个 rank 都在 %2 上</translation>
    </message>
    <message>
        <source>%1-parallel groups span %2 nodes</source>
        <translation>%1 并行组跨 %2 个节点</translation>
    </message>
    <message>
        <source>it says how many ranks and microbatches the dumps are of</source>
        <translation>其中应说明转储的 rank 数与微批次数</translation>
    </message>
    <message>
        <source>config.json says pp_size %1</source>
        <translation>config.json 中 pp_size 为 %1</translation>
    </message>
    <message>
        <source>%1: iteration %2 %3</source>
        <translation>%1：第 %2 次迭代%3</translation>
    </message>
    <message>
        <source>%1: the dumps up to here hold more than %2 ops, the most that is read</source>
        <translation>%1：到此为止的转储超过可读取的上限 %2 个操作</translation>
    </message>
    <message>
        <source>leave iterations out</source>
        <translation>请减少迭代</translation>
    </message>
    <message>
        <source>names microbatches where others do not</source>
        <translation>写明了微批次，而其他的没有写明</translation>
    </message>
    <message>
        <source>name those of all forwards and backwards, or of none</source>
        <translation>请为所有前向与反向都写明，或都不写</translation>
    </message>
    <message>
        <source>names microbatch %1 of chunk %2</source>
        <translation>中模型块 %2 的微批次 %1</translation>
    </message>
    <message>
        <source>%1, and config.json says num_mbs %2 and vp_size %3</source>
        <translation>%1 超出范围：config.json 中 num_mbs 为 %2、vp_size 为 %3</translation>
    </message>
    <message>
        <source>%1 twice, and it runs forward and backward once</source>
        <translation>%1 出现了两次，而它的前向与反向各只执行一次</translation>
    </message>
    <message>
        <source>%1: lacks iteration %2, which %3 has</source>
        <translation>%1：缺少迭代 %2，而 %3 有</translation>
    </message>
    <message>
        <source>every rank must have it</source>
        <translation>每个 rank 都须有</translation>
    </message>
    <message>
        <source>%1: has iteration %2, which %3 lacks</source>
        <translation>%1：有迭代 %2，而 %3 没有</translation>
    </message>
    <message>
        <source>%1: is there, and config.json says pp_size %2</source>
        <translation>%1：文件存在，而 config.json 中 pp_size 为 %2</translation>
    </message>
    <message>
        <source>the two are of different runs</source>
        <translation>二者来自不同的运行</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not read</source>
        <translation>不读取“%1”</translation>
    </message>
    <message>
        <source>further keys are not read either, too many to name</source>
        <translation>其余的键也不读取，数目太多，不一一列出</translation>
    </message>
    <message>
        <source>config.json says train_iters %1, and %2 iterations were dumped</source>
        <translation>config.json 中 train_iters 为 %1，而转储了 %2 次迭代</translation>
    </message>
    <message>
        <source>%1, as measured</source>
        <translation>%1，按实测</translation>
    </message>
    <message>
        <source>framework: %1</source>
        <translation>框架：%1</translation>
    </message>
    <message>
        <source>%1, and a dump is a map of iterations</source>
        <translation>%1，而转储应是各次迭代的映射</translation>
    </message>
    <message>
        <source>holds no iteration</source>
        <translation>不含任何迭代</translation>
    </message>
    <message>
        <source>dump at least one</source>
        <translation>请至少转储一次</translation>
    </message>
    <message>
        <source>is not an iteration</source>
        <translation>不是迭代</translation>
    </message>
    <message>
        <source>the keys of a dump are whole numbers such as 12</source>
        <translation>转储的键是整数，如 12</translation>
    </message>
    <message>
        <source>%1, and an iteration is a map of lists</source>
        <translation>%1，而一次迭代应是各列表的映射</translation>
    </message>
    <message>
        <source>lacks the list &apos;%1&apos;</source>
        <translation>缺少列表“%1”</translation>
    </message>
    <message>
        <source>%1, and a list of times is needed</source>
        <translation>%1，而此处需要时间列表</translation>
    </message>
    <message>
        <source>is not a number</source>
        <translation>不是数</translation>
    </message>
    <message>
        <source>only times in milliseconds can be read</source>
        <translation>只能读取以毫秒计的时间</translation>
    </message>
    <message>
        <source>has %1 entries, and num_mbs times vp_size of config.json is %2</source>
        <translation>有 %1 项，而 config.json 中 num_mbs × vp_size 为 %2</translation>
    </message>
    <message>
        <source>the list is cut off, or the config is of another run</source>
        <translation>列表被截断，或 config 来自另一个运行</translation>
    </message>
    <message>
        <source>times count from the iteration&apos;s begin, so none is negative</source>
        <translation>时间从迭代开始算起，不能为负</translation>
    </message>
    <message>
        <source>is %1 ms</source>
        <translation>为 %1 ms</translation>
    </message>
    <message>
        <source>no step takes over 1e9, eleven days</source>
        <translation>没有训练步会超过 1e9（11 天）</translation>
    </message>
    <message>
        <source>is %1, before the op begins at %2</source>
        <translation>为 %1，早于该操作的开始 %2</translation>
    </message>
    <message>
        <source>is %1, before the entry ahead of it ends at %2</source>
        <translation>为 %1，早于前一项的结束 %2</translation>
    </message>
    <message>
        <source>entries stand in the order in which they ran</source>
        <translation>各项须按执行顺序排列</translation>
    </message>
    <message>
        <source>it must be a whole number from 0 to %1</source>
        <translation>须为 0 到 %1 的整数</translation>
    </message>
    <message>
        <source>%1, and a number is needed</source>
        <translation>%1，而此处需要数</translation>
    </message>
    <message>
        <source>it must be from 0 to %1</source>
        <translation>须在 0 到 %1 之间</translation>
    </message>
    <message>
        <source>lacks &apos;total&apos;, the time of the step</source>
        <translation>缺少“total”，即训练步的时间</translation>
    </message>
    <message>
        <source>is %1, before the last op ends at %2</source>
        <translation>为 %1，早于最后一个操作的结束 %2</translation>
    </message>
    <message>
        <source>without it the lists have no meaning</source>
        <translation>没有它，列表就没有意义</translation>
    </message>
    <message>
        <source>%1, and a whole number is needed</source>
        <translation>%1，而此处需要整数</translation>
    </message>
    <message>
        <source>it must be a whole number from 1 to %1</source>
        <translation>须为 1 到 %1 的整数</translation>
    </message>
    <message>
        <source>is no list of numbers</source>
        <translation>不是数的列表</translation>
    </message>
    <message>
        <source>give each rank&apos;s clock a number</source>
        <translation>请为每个 rank 的时钟给出编号</translation>
    </message>
    <message>
        <source>has %1 entries, and pp_size is %2</source>
        <translation>有 %1 项，而 pp_size 为 %2</translation>
    </message>
    <message>
        <source>holds %1</source>
        <translation>持有 %1</translation>
    </message>
    <message>
        <source>a clock&apos;s number must be a whole one from 0 to %1</source>
        <translation>时钟编号须为 0 到 %1 的整数</translation>
    </message>
    <message>
        <source>must be 0 or 1</source>
        <translation>须为 0 或 1</translation>
    </message>
    <message>
        <source>at most %1 ranks are read</source>
        <translation>最多读取 %1 个 rank</translation>
    </message>
    <message>
        <source>is %1, and pp_size times dp_size times tp_size times cp_size is %2</source>
        <translation>为 %1，而 pp_size × dp_size × tp_size × cp_size 为 %2</translation>
    </message>
    <message>
        <source>%1, and a config is a map of sizes</source>
        <translation>%1，而 config 应是各尺寸的映射</translation>
    </message>
    <message>
        <source>must be a list with a factor a rank, or a mapping like {3: 1.2}</source>
        <translation>须为每个 rank 一个倍数的列表，或如 {3: 1.2} 的映射</translation>
    </message>
    <message>
        <source>has %1 %2 for the %3</source>
        <translation>有 %1 %2，而共有 %3</translation>
    </message>
    <message>
        <source>give one number for each, or a single one for all</source>
        <translation>请每个给一个数，或用一个数通用</translation>
    </message>
    <message>
        <source>give one for each</source>
        <translation>请每个给一个</translation>
    </message>
    <message>
        <source>has %1 %2 for %3 %4</source>
        <translation>有 %1 %2，而共有 %3 个 %4</translation>
    </message>
    <message>
        <source>gives rank %1 twice</source>
        <translation>rank %1 给出了两次</translation>
    </message>
    <message>
        <source>does not give %1, so that part takes 1 us</source>
        <translation>未给出 %1，该部分按 1 µs 计</translation>
    </message>
    <message>
        <source>has nothing in it</source>
        <translation>内容为空</translation>
    </message>
    <message>
        <source>give it keys or remove the line</source>
        <translation>请填入键，或删去该行</translation>
    </message>
    <message>
        <source>must be a mapping, with a key and a value on each line</source>
        <translation>须为映射，每行一个键和一个值</translation>
    </message>
    <message>
        <source>is given twice, first on line %1</source>
        <translation>给出了两次，第一次在第 %1 行</translation>
    </message>
    <message>
        <source>has a key that is not a word</source>
        <translation>含有不是单词的键</translation>
    </message>
    <message>
        <source>is not a known key</source>
        <translation>不是已知的键</translation>
    </message>
    <message>
        <source>known here: %1</source>
        <translation>已知的有：%1</translation>
    </message>
    <message>
        <source>messages are real, compute is waited for</source>
        <translation>消息是真实的，计算以等待代替</translation>
    </message>
    <message>
        <source>this machine&apos;s processor trains the model</source>
        <translation>在本机处理器上训练模型</translation>
    </message>
    <message>
        <source>GPUs train the model</source>
        <translation>在 GPU 上训练模型</translation>
    </message>
    <message>
        <source>a list</source>
        <translation>列表</translation>
    </message>
    <message>
        <source>a mapping</source>
        <translation>映射</translation>
    </message>
    <message>
        <source>the quoted text &quot;%1&quot;</source>
        <translation>带引号的文本“%1”</translation>
    </message>
    <message>
        <source>must be one of %1, not &apos;%2&apos;</source>
        <translation>须为 %1 之一，不能是“%2”</translation>
    </message>
    <message>
        <source>must be a whole number from %1 to %2, not %3</source>
        <translation>须为 %1 到 %2 的整数，不能是 %3</translation>
    </message>
    <message>
        <source>must be a number from %1 to %2, in decimal digits, not %3</source>
        <translation>须为 %1 到 %2 的十进制数，不能是 %3</translation>
    </message>
    <message>
        <source>write it without leading zeros</source>
        <translation>请勿以 0 开头</translation>
    </message>
    <message>
        <source>must be true or false, not %1</source>
        <translation>须为 true 或 false，不能是 %1</translation>
    </message>
    <message>
        <source>must be a text, not %1</source>
        <translation>须为文本，不能是 %1</translation>
    </message>
    <message>
        <source>must be a number of microseconds from 0 to 1000000000000, in decimal digits, not %1</source>
        <translation>须为 0 到 1000000000000 的微秒数（十进制），不能是 %1</translation>
    </message>
    <message>
        <source>must have at most three digits after the point, not %1: the smallest step is one nanosecond</source>
        <translation>小数点后最多三位，不能是 %1：最小单位为 1 ns</translation>
    </message>
    <message>
        <source>has more than %1 keys</source>
        <translation>超过 %1 个键</translation>
    </message>
    <message>
        <source>has a key twice in one object</source>
        <translation>同一对象中有重复的键</translation>
    </message>
    <message>
        <source>is no JSON at byte %1</source>
        <translation>在第 %1 字节处不是 JSON</translation>
    </message>
    <message>
        <source>has more than %1 values</source>
        <translation>超过 %1 个值</translation>
    </message>
    <message>
        <source>is nested deeper than %1</source>
        <translation>嵌套超过 %1 层</translation>
    </message>
    <message>
        <source>does not begin with a JSON object</source>
        <translation>开头不是 JSON 对象</translation>
    </message>
    <message>
        <source>has %1 bytes</source>
        <translation>有 %1 字节</translation>
    </message>
    <message>
        <source>it may have at most %1</source>
        <translation>最多 %1 字节</translation>
    </message>
    <message>
        <source>has a byte that is not printable UTF-8 text (%1)</source>
        <translation>含有不是可打印 UTF-8 文本的字节（%1）</translation>
    </message>
    <message>
        <source>save it as UTF-8 without control characters</source>
        <translation>请存为不含控制字符的 UTF-8</translation>
    </message>
    <message>
        <source>has more items than it may hold</source>
        <translation>项数超过上限</translation>
    </message>
    <message>
        <source>the limit is %1 characters that begin, end or part items</source>
        <translation>上限为 %1 个用于开始、结束或分隔各项的字符</translation>
    </message>
    <message>
        <source>has a text or comment longer than %1 bytes</source>
        <translation>含有超过 %1 字节的文本或注释</translation>
    </message>
    <message>
        <source>%1  device: %2</source>
        <translation>%1  设备：%2</translation>
    </message>
    <message>
        <source>a strategy begins with &apos;bubblescope: %1&apos;</source>
        <translation>策略须以“bubblescope: %1”开头</translation>
    </message>
    <message>
        <source>must be %1, the only format version known here</source>
        <translation>须为 %1，即这里唯一已知的格式版本</translation>
    </message>
    <message>
        <source>the file was made for a newer program</source>
        <translation>此文件是为更新的程序生成的</translation>
    </message>
    <message>
        <source>must be a list with the ops of each rank, like [&quot;0F0 0B0&quot;, &quot;1F0 1B0&quot;]</source>
        <translation>须为各 rank 操作的列表，如 [&quot;0F0 0B0&quot;, &quot;1F0 1B0&quot;]</translation>
    </message>
    <message>
        <source>has %1 more problems</source>
        <translation>还有 %1 个问题</translation>
    </message>
    <message>
        <source>mend these first</source>
        <translation>请先解决以上问题</translation>
    </message>
    <message>
        <source>a strategy begins with &apos;bubblescope: 1&apos;</source>
        <translation>策略须以“bubblescope: 1”开头</translation>
    </message>
    <message>
        <source>all runs</source>
        <translation>所有运行</translation>
    </message>
    <message>
        <source>costs: are given for %1 ranks, and are no other number&apos;s</source>
        <translation>costs：按 %1 个 rank 给出，不能用于其他 rank 数</translation>
    </message>
    <message>
        <source>costs: are a list of %1 stages on %2 ranks, so they cannot be a rank&apos;s share each</source>
        <translation>costs：在 %2 个 rank 上列出了 %1 个阶段，因此不能视为每个 rank 的份额</translation>
    </message>
    <message>
        <source>give one number per part, or leave --costs-of rank away</source>
        <translation>请每个部分给一个数，或去掉 --costs-of rank</translation>
    </message>
    <message>
        <source>gives %1 microbatches to %2 pipeline ranks: %3 % of the step is bubble</source>
        <translation>只给 %2 个流水线 rank 提供 %1 个微批次：训练步的 %3% 是气泡</translation>
    </message>
    <message>
        <source>four microbatches per rank or more make it small</source>
        <translation>每个 rank 四个或更多微批次可使气泡变小</translation>
    </message>
    <message>
        <source>offload: the host&apos;s link, %1 each way, and its memory, %2 a device, at shares that are fitted to nothing</source>
        <translation>卸载：主机链路每个方向 %1，主机内存每个设备 %2，所占比例未经拟合</translation>
    </message>
    <message>
        <source>parameters, FLOPs and memory: formulas of the model&apos;s sizes</source>
        <translation>参数量、FLOPs 与显存：按模型尺寸的公式</translation>
    </message>
    <message>
        <source>peaks and links: table, %1</source>
        <translation>峰值与链路：数据表，%1</translation>
    </message>
    <message>
        <source>peaks and links: as the strategy describes the device</source>
        <translation>峰值与链路：由策略中的设备描述给出</translation>
    </message>
    <message>
        <source>times of ops: given in the strategy&apos;s costs%1</source>
        <translation>操作时间：由策略的开销给出%1</translation>
    </message>
    <message>
        <source>times of ops: given in the strategy&apos;s costs, fitted to run %1</source>
        <translation>操作时间：由策略的开销给出，按运行 %1 拟合</translation>
    </message>
    <message>
        <source>%1, fitted to run %2</source>
        <translation>%1，按运行 %2 拟合</translation>
    </message>
    <message>
        <source>times of ops: roofline at the efficiencies that all measured devices have in common, not measured on this one</source>
        <translation>操作时间：按所有已实测设备共有效率的 roofline 模型，未在本设备上实测</translation>
    </message>
    <message>
        <source>times of ops: roofline at the efficiencies of profile &apos;%1&apos;, fitted to %2 measured runs (%3)</source>
        <translation>操作时间：按效率档案“%1”的 roofline 模型，由 %2 次实测运行拟合（%3）</translation>
    </message>
    <message>
        <source>with what &apos;%1&apos; changes about them, fitted to %2 of such runs</source>
        <translation>并计入“%1”带来的变化，由 %2 次此类运行拟合</translation>
    </message>
    <message>
        <source>there is no model to estimate: the strategy needs a &apos;model&apos; section with layers, hidden, heads, vocab and sequence</source>
        <translation>没有可估算的模型：策略需要含 layers、hidden、heads、vocab 与 sequence 的“model”一节</translation>
    </message>
    <message>
        <source>no run on a &apos;%1&apos; has been compared with a prediction</source>
        <translation>还没有“%1”上的运行与预测作过对比</translation>
    </message>
    <message>
        <source>no run of &apos;%1&apos; has been compared with a prediction</source>
        <translation>还没有“%1”的运行与预测作过对比</translation>
    </message>
    <message>
        <source>it has %1 devices, and the largest run that has been compared with a prediction had %2</source>
        <translation>策略有 %1 个设备，而与预测作过对比的最大运行只有 %2 个</translation>
    </message>
    <message>
        <source>its model has %1 billion parameters, and the largest that has been compared with a prediction had %2</source>
        <translation>模型有 %1 × 10⁹ 个参数，而与预测作过对比的最大模型只有 %2 × 10⁹ 个</translation>
    </message>
    <message>
        <source>the costs given</source>
        <translation>给定的开销</translation>
    </message>
    <message>
        <source>costs fitted to run %1</source>
        <translation>按运行 %1 拟合的开销</translation>
    </message>
    <message>
        <source>the cost model without a profile</source>
        <translation>没有效率档案的开销模型</translation>
    </message>
    <message>
        <source>the cost model with profile %1</source>
        <translation>开销模型（效率档案 %1）</translation>
    </message>
    <message>
        <source>unit costs</source>
        <translation>单位开销</translation>
    </message>
    <message>
        <source>1 s stands for %1 s</source>
        <translation>1 s 代表 %1 s</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not a field that can be varied</source>
        <translation>“%1”不是可改变的字段</translation>
    </message>
    <message>
        <source>give a dotted key as batch.micro, batch.microbatches, parallel.tensor or recompute.granularity</source>
        <translation>请给出带点的键，如 batch.micro、batch.microbatches、parallel.tensor 或 recompute.granularity</translation>
    </message>
    <message>
        <source>batch.microbatches must be a whole number from 1, not &apos;%1&apos;</source>
        <translation>batch.microbatches 须为不小于 1 的整数，不能是“%1”</translation>
    </message>
    <message>
        <source>batch.microbatches %1 makes a global batch over %2</source>
        <translation>batch.microbatches %1 使全局批大小超过 %2</translation>
    </message>
    <message>
        <source>no cut of the model over these devices is legal: heads, widths, layers and global batch must divide</source>
        <translation>模型在这些设备上没有合法的切分：注意力头数、宽度、层数与全局批大小都须能整除</translation>
    </message>
    <message>
        <source>change cluster.devices, batch.global or what the search may not change</source>
        <translation>请修改 cluster.devices、batch.global 或搜索中固定不变的内容</translation>
    </message>
    <message>
        <source>there is no model to search for: the strategy needs a &apos;model&apos; section with layers, hidden, heads, vocab and sequence</source>
        <translation>没有可搜索的模型：策略需要含 layers、hidden、heads、vocab 与 sequence 的“model”一节</translation>
    </message>
    <message>
        <source>a search for no result finds none</source>
        <translation>结果数为 0 的搜索找不到任何结果</translation>
    </message>
    <message>
        <source>ask for at least 1</source>
        <translation>请至少要求 1 个</translation>
    </message>
    <message>
        <source>a search takes at most %1 numbers of devices, not %2</source>
        <translation>一次搜索最多 %1 个设备数，不能是 %2 个</translation>
    </message>
    <message>
        <source>a number of devices must be from 1 to %1</source>
        <translation>设备数须在 1 到 %1 之间</translation>
    </message>
    <message>
        <source>there is no model to sweep: the strategy needs a &apos;model&apos; section</source>
        <translation>没有可扫描的模型：策略需要“model”一节</translation>
    </message>
    <message>
        <source>a sweep takes one field or two, not %1</source>
        <translation>扫描可取一个或两个字段，不能是 %1 个</translation>
    </message>
    <message>
        <source>%1 has no values to sweep over</source>
        <translation>%1 没有可扫描的取值</translation>
    </message>
    <message>
        <source>%1 is swept twice</source>
        <translation>%1 被扫描了两次</translation>
    </message>
    <message>
        <source>give its values once</source>
        <translation>请只给一次取值</translation>
    </message>
    <message>
        <source>the sweep has more than %1 rows</source>
        <translation>扫描超过 %1 行</translation>
    </message>
    <message>
        <source>give fewer values</source>
        <translation>请减少取值</translation>
    </message>
    <message>
        <source>a forward and a backward as in (0F7;7B3)OVERLAP_F_B</source>
        <translation>一个前向和一个反向，如 (0F7;7B3)OVERLAP_F_B</translation>
    </message>
    <message>
        <source>%1 is not a fused pair</source>
        <translation>%1 不是融合对</translation>
    </message>
    <message>
        <source>write %1</source>
        <translation>请写成 %1</translation>
    </message>
    <message>
        <source>%1 fuses a forward with a backward that waits for it</source>
        <translation>%1 把前向与等待它的反向融合</translation>
    </message>
    <message>
        <source>fuse different microbatches</source>
        <translation>请融合不同的微批次</translation>
    </message>
    <message>
        <source>%1 is of an old notation, in which BW was the whole backward and B the input gradient</source>
        <translation>%1 采用旧记法，其中 BW 为完整反向，B 为输入梯度</translation>
    </message>
    <message>
        <source>write %1B%2, and I for every B that meant the input gradient</source>
        <translation>请写成 %1B%2，并把表示输入梯度的 B 改为 I</translation>
    </message>
    <message>
        <source>%1 is not an op</source>
        <translation>%1 不是操作</translation>
    </message>
    <message>
        <source>write stage, one of F B I W, microbatch, as in 2F0, and nothing after it</source>
        <translation>请依次写阶段、F B I W 之一、微批次，如 2F0，其后不加内容</translation>
    </message>
    <message>
        <source>row %1, column %2</source>
        <translation>第 %1 行第 %2 列</translation>
    </message>
    <message>
        <source>there are more rows than the %1 ranks a schedule may have</source>
        <translation>行数超过调度允许的 %1 个 rank</translation>
    </message>
    <message>
        <source>%1: the row holds no op</source>
        <translation>%1：该行没有操作</translation>
    </message>
    <message>
        <source>every rank has its stages&apos; ops, one row per rank</source>
        <translation>每个 rank 一行，含其各阶段的操作</translation>
    </message>
    <message>
        <source>the schedule holds no op</source>
        <translation>调度没有操作</translation>
    </message>
    <message>
        <source>write one row per rank, ops separated by commas</source>
        <translation>请每个 rank 写一行，操作以逗号分隔</translation>
    </message>
    <message>
        <source>the cell is blank</source>
        <translation>单元格为空</translation>
    </message>
    <message>
        <source>a file with transfers has no blanks (only a compute-only one marks bubbles)</source>
        <translation>含传输的文件没有空格（只有仅含计算的文件以空格表示气泡）</translation>
    </message>
    <message>
        <source>%1 stands in files with transfers</source>
        <translation>%1 只出现在含传输的文件中</translation>
    </message>
    <message>
        <source>a compute-only file holds F, B, I and W alone</source>
        <translation>仅含计算的文件只有 F、B、I 和 W</translation>
    </message>
    <message>
        <source>there are more ops than the %1 a schedule may have</source>
        <translation>操作数超过调度允许的 %1 个</translation>
    </message>
    <message>
        <source>%1there is a stage %2, and no row holds stage %3</source>
        <translation>%1有阶段 %2，但没有任何一行含阶段 %3</translation>
    </message>
    <message>
        <source>stages count from 0 without gaps</source>
        <translation>阶段须从 0 起连续编号</translation>
    </message>
    <message>
        <source>%1stage %2, microbatch %3 has a whole backward (B) and a part of one (I or W)</source>
        <translation>%1阶段 %2、微批次 %3 既有完整反向（B），又有其中一部分（I 或 W）</translation>
    </message>
    <message>
        <source>an old notation wrote B for the input gradient: write I there</source>
        <translation>旧记法以 B 表示输入梯度：请改写为 I</translation>
    </message>
    <message>
        <source>%1 stands a second time, first in %2</source>
        <translation>%1 重复出现，首次在%2</translation>
    </message>
    <message>
        <source>every stage runs every microbatch once</source>
        <translation>每个阶段对每个微批次只执行一次</translation>
    </message>
    <message>
        <source>has no op</source>
        <translation>没有操作</translation>
    </message>
    <message>
        <source>has no forward (F)</source>
        <translation>没有前向（F）</translation>
    </message>
    <message>
        <source>has no weight gradient (W) to its I</source>
        <translation>有 I 而没有对应的权重梯度（W）</translation>
    </message>
    <message>
        <source>has no input gradient (I) to its W</source>
        <translation>有 W 而没有对应的输入梯度（I）</translation>
    </message>
    <message>
        <source>has no backward (B, or I and W)</source>
        <translation>没有反向（B，或 I 与 W）</translation>
    </message>
    <message>
        <source>%1stage %2 %3 of microbatch %4</source>
        <translation>%1阶段 %2 对微批次 %4 %3</translation>
    </message>
    <message>
        <source>%1, and %2 names microbatch %3</source>
        <translation>%1，而%2出现了微批次 %3</translation>
    </message>
    <message>
        <source>PyTorch&apos;s own export of 1F1B leaves microbatch 0 out on the last rank</source>
        <translation>PyTorch 自身导出的 1F1B 在最后一个 rank 上漏掉了微批次 0</translation>
    </message>
    <message>
        <source>every stage runs every microbatch from 0 on</source>
        <translation>每个阶段都须执行从 0 起的每个微批次</translation>
    </message>
    <message>
        <source>%1 stands on rank %2, which does not hold the weights of stage %3 for it: rank %4 does (row %5)</source>
        <translation>%1 位于 rank %2，而它不持有阶段 %3 的权重：持有者是 rank %4（第 %5 行）</translation>
    </message>
    <message>
        <source>%1: the row holds %2, and row 1 holds %3</source>
        <translation>%1：该行有 %2，而第 1 行有 %3</translation>
    </message>
    <message>
        <source>there are %1 on %2 ranks, and every rank needs equally many</source>
        <translation>%2 个 rank 上有 %1，而每个 rank 的数目须相同</translation>
    </message>
    <message>
        <source>%1 has no %2 before it, and its input comes from rank %3</source>
        <translation>%1 之前没有 %2，而其输入来自 rank %3</translation>
    </message>
    <message>
        <source>%1 goes nowhere: no stage takes it</source>
        <translation>%1 没有去处：没有阶段接收它</translation>
    </message>
    <message>
        <source>%1 goes nowhere: the stage that takes it is on this rank</source>
        <translation>%1 没有去处：接收它的阶段就在本 rank 上</translation>
    </message>
    <message>
        <source>no stage takes it</source>
        <translation>没有阶段接收它</translation>
    </message>
    <message>
        <source>the stage that takes it is on this rank</source>
        <translation>接收它的阶段就在本 rank 上</translation>
    </message>
    <message>
        <source>%1 stands before the op whose output it sends</source>
        <translation>%1 位于产生其输出的操作之前</translation>
    </message>
    <message>
        <source>%1 has no sender: the stage needs no input</source>
        <translation>%1 没有发送方：该阶段不需要输入</translation>
    </message>
    <message>
        <source>%1 has no sender: the stage before it is on this rank</source>
        <translation>%1 没有发送方：前一个阶段就在本 rank 上</translation>
    </message>
    <message>
        <source>the stage needs no input</source>
        <translation>该阶段不需要输入</translation>
    </message>
    <message>
        <source>the stage before it is on this rank</source>
        <translation>前一个阶段就在本 rank 上</translation>
    </message>
    <message>
        <source>%1 stands after the op that needs it</source>
        <translation>%1 位于需要它的操作之后</translation>
    </message>
    <message>
        <source>stage %1 is not on rank %2</source>
        <translation>阶段 %1 不在 rank %2 上</translation>
    </message>
    <message>
        <source>%1 belongs to no op of the file</source>
        <translation>%1 不属于文件中的任何操作</translation>
    </message>
    <message>
        <source>%1 stands on rank %2, and its op runs on rank %3</source>
        <translation>%1 位于 rank %2，而其操作在 rank %3 上执行</translation>
    </message>
    <message>
        <source>%1 has no %2 after it, and rank %3 receives its output</source>
        <translation>%1 之后没有 %2，而 rank %3 要接收其输出</translation>
    </message>
</context>
<context>
    <name>lesson</name>
    <message>
        <source>cannot be laid there</source>
        <translation>不能排在那里</translation>
    </message>
    <message>
        <source>backwards are not split here</source>
        <translation>这里不拆分反向</translation>
    </message>
    <message>
        <source>only a backward can be split</source>
        <translation>只有反向可以拆分</translation>
    </message>
    <message>
        <source>must be a day from 1970-01-01 to 9999-12-31, written as 2026-11-28, not &apos;%1&apos;</source>
        <translation>必须是 1970-01-01 至 9999-12-31 之间的日期，写成 2026-11-28 的形式，不能是“%1”</translation>
    </message>
    <message>
        <source>is for another shape: %1 ranks and %2 microbatches are asked for, one chunk each</source>
        <translation>形状不同：要求 %1 个 rank、%2 个微批次，每个 rank 一个模型块</translation>
    </message>
    <message>
        <source>has ops that run as one</source>
        <translation>含有融合执行的操作</translation>
    </message>
    <message>
        <source>here each runs by itself</source>
        <translation>这里每个操作单独执行</translation>
    </message>
    <message>
        <source>is a link that leads out of the folder</source>
        <translation>是通向文件夹之外的链接</translation>
    </message>
    <message>
        <source>it is not followed</source>
        <translation>不予跟随</translation>
    </message>
    <message>
        <source>holds no challenges of this version</source>
        <translation>不含此版本的挑战</translation>
    </message>
    <message>
        <source>sets &apos;%1&apos;, which is not among the fields</source>
        <translation>设置了“%1”，它不在字段之中</translation>
    </message>
    <message>
        <source>sets &apos;%1&apos; to %2, which the field does not offer</source>
        <translation>把“%1”设为 %2，而该字段不提供这个值</translation>
    </message>
    <message>
        <source>is no number</source>
        <translation>不是数</translation>
    </message>
    <message>
        <source>are given twice: &apos;%1&apos;</source>
        <translation>给出了两次：“%1”</translation>
    </message>
    <message>
        <source>have no order: &apos;%1&apos; and &apos;%2&apos; are alike</source>
        <translation>没有先后：“%1”与“%2”相同</translation>
    </message>
    <message>
        <source>names no option: &apos;%1&apos;</source>
        <translation>不是选项的名称：“%1”</translation>
    </message>
    <message>
        <source>can be no answer to &apos;%1&apos;: &apos;%2&apos;</source>
        <translation>不可能是“%1”的回答：“%2”</translation>
    </message>
    <message>
        <source>is the right one: &apos;%1&apos;</source>
        <translation>正是正确答案：“%1”</translation>
    </message>
    <message>
        <source>has no right answer</source>
        <translation>没有正确答案</translation>
    </message>
    <message>
        <source>is not passed by its own answer: %1</source>
        <translation>自己的答案通不过：%1</translation>
    </message>
    <message>
        <source>asks of &apos;%1&apos;, which is refused</source>
        <translation>问的是“%1”，而它是被拒绝的</translation>
    </message>
    <message>
        <source>names no state: write STATE.%1</source>
        <translation>没有写明状态：请写成 STATE.%1</translation>
    </message>
    <message>
        <source>asks for %1, and the step has no state</source>
        <translation>问的是 %1，而这一步没有状态</translation>
    </message>
    <message>
        <source>asks of a run, which nobody has made here</source>
        <translation>询问一次运行，而这里没有运行过</translation>
    </message>
    <message>
        <source>does not hold: %1</source>
        <translation>不成立：%1</translation>
    </message>
    <message>
        <source>names no step: &apos;%1&apos;</source>
        <translation>不是步骤的名称：“%1”</translation>
    </message>
    <message>
        <source>is of no option</source>
        <translation>没有选项成立</translation>
    </message>
    <message>
        <source>one of them must be right</source>
        <translation>必须有一个是对的</translation>
    </message>
    <message>
        <source>holds of more than one option</source>
        <translation>对多个选项都成立</translation>
    </message>
    <message>
        <source>would start more than %1 ranks</source>
        <translation>会启动超过 %1 个 rank</translation>
    </message>
    <message>
        <source>trains a model on cpu, and &apos;%1&apos; has none</source>
        <translation>在 cpu 上训练模型，而“%1”没有模型</translation>
    </message>
    <message>
        <source>needs a state</source>
        <translation>需要一个状态</translation>
    </message>
    <message>
        <source>needs a state that is not refused</source>
        <translation>需要一个没有被拒绝的状态</translation>
    </message>
    <message>
        <source>goes with number, click and bracket alone</source>
        <translation>只能与 number、click、bracket 一起使用</translation>
    </message>
    <message>
        <source>goes with a question that names no state, as another one is drawn</source>
        <translation>只能用于没有写明状态的问题，因为会另抽一个状态</translation>
    </message>
    <message>
        <source>goes with a text that names no state, as another one is drawn</source>
        <translation>要求题面不指名状态，因为会抽取另一个状态</translation>
    </message>
    <message>
        <source>write &lt;%1&gt;</source>
        <translation>请写 &lt;%1&gt;</translation>
    </message>
    <message>
        <source>cannot be %1: %2</source>
        <translation>不能是 %1：%2</translation>
    </message>
    <message>
        <source>holds &apos;%1&apos; against &apos;%2&apos;, which measures something else</source>
        <translation>把“%1”与“%2”相比，两者量的不是同一种东西</translation>
    </message>
    <message>
        <source>not %1</source>
        <translation>不是 %1</translation>
    </message>
    <message>
        <source>is no condition: &apos;%1&apos;</source>
        <translation>不是条件：“%1”</translation>
    </message>
    <message>
        <source>write &apos;gpipe.makespan = 33 u&apos;</source>
        <translation>请写成“gpipe.makespan = 33 u”</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is no number that can be held against one</source>
        <translation>“%1”不是可以比较的数</translation>
    </message>
    <message>
        <source>counts in u, and the base has no costs.forward that u would be</source>
        <translation>以 u 计，而 base 里没有作为 u 的 costs.forward</translation>
    </message>
    <message>
        <source>%1 is %2</source>
        <translation>%1 为 %2</translation>
    </message>
    <message>
        <source>%1 is %2, not %3</source>
        <translation>%1 为 %2，不是 %3</translation>
    </message>
    <message>
        <source>%1, which is %2</source>
        <translation>%1，即 %2</translation>
    </message>
    <message>
        <source>&apos;%1&apos; cannot be written in %2</source>
        <translation>“%1”不能用 %2 表示</translation>
    </message>
    <message>
        <source>names no state: &apos;%1&apos;</source>
        <translation>不是状态的名称：“%1”</translation>
    </message>
    <message>
        <source>is %1 characters long</source>
        <translation>有 %1 个字符</translation>
    </message>
    <message>
        <source>there is room for %1</source>
        <translation>最多容纳 %1 个</translation>
    </message>
    <message>
        <source>has the %1th number of all texts</source>
        <translation>是所有文字里的第 %1 个数</translation>
    </message>
    <message>
        <source>has no &apos;%1&apos;</source>
        <translation>缺少“%1”</translation>
    </message>
    <message>
        <source>the other is shown</source>
        <translation>显示另一种语言</translation>
    </message>
    <message>
        <source>must be a text in each language: {en: &quot;…&quot;, zh: &quot;…&quot;}</source>
        <translation>必须是每种语言各一段文字：{en: &quot;…&quot;, zh: &quot;…&quot;}</translation>
    </message>
    <message>
        <source>&apos;%1&apos; needs %2</source>
        <translation>“%1”需要%2</translation>
    </message>
    <message>
        <source>a stage: %1.0</source>
        <translation>阶段：%1.0</translation>
    </message>
    <message>
        <source>a rank: %1.0</source>
        <translation> rank：%1.0</translation>
    </message>
    <message>
        <source>&apos;%1&apos; has no &apos;%2&apos;, but %3</source>
        <translation>“%1”没有“%2”，只有 %3</translation>
    </message>
    <message>
        <source>an op: slack.0F7</source>
        <translation>操作：slack.0F7</translation>
    </message>
    <message>
        <source>a field: warned.parallel.zero</source>
        <translation>字段：warned.parallel.zero</translation>
    </message>
    <message>
        <source>&apos;%1&apos; stands behind &apos;%2&apos; and means nothing there</source>
        <translation>“%2”后面的“%1”没有意义</translation>
    </message>
    <message>
        <source>names no state: &apos;%1&apos;%2</source>
        <translation>不是状态的名称：“%1”%2</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is no measure%2</source>
        <translation>“%1”不是量%2</translation>
    </message>
    <message>
        <source>&apos;measured&apos; is of the run of its step, and stands without a state</source>
        <translation>“measured”属于本步的运行，前面不带状态</translation>
    </message>
    <message>
        <source>has more than %1 forwards a step (ranks x chunks x microbatches)</source>
        <translation>每步的前向超过 %1 个（rank 数 × 块数 × 微批次数）</translation>
    </message>
    <message>
        <source>a lesson draws no more</source>
        <translation>一课不画更多</translation>
    </message>
    <message>
        <source>the step is asked in one way only</source>
        <translation>这一步只有一种问法</translation>
    </message>
    <message>
        <source>nothing that was drawn for the step can be planned</source>
        <translation>为这一步抽到的值都无法规划</translation>
    </message>
    <message>
        <source>is larger than 4 MiB</source>
        <translation>超过 4 MiB</translation>
    </message>
    <message>
        <source>holds no progress of lessons</source>
        <translation>不含学习进度</translation>
    </message>
    <message>
        <source>was written by a newer program</source>
        <translation>由更新的程序写成</translation>
    </message>
    <message>
        <source>is no number: &apos;%1&apos;</source>
        <translation>不是数：“%1”</translation>
    </message>
    <message>
        <source>write 33 u, 27.27 %, 165 ms, 30.6 GiB or 8</source>
        <translation>请写成 33 u、27.27 %、165 ms、30.6 GiB 或 8</translation>
    </message>
    <message>
        <source>measures something else than what is asked for</source>
        <translation>与所问的量不是同一种</translation>
    </message>
    <message>
        <source>needs what is asked for: {is: makespan}</source>
        <translation>需要写明问什么：{is: makespan}</translation>
    </message>
    <message>
        <source>cannot be &apos;%1&apos; of what is asked for</source>
        <translation>所问的量不能用“%1”</translation>
    </message>
    <message>
        <source>asks for numbers of different units</source>
        <translation>问的数单位不同</translation>
    </message>
    <message>
        <source>needs a key and a text: {key: same, en: &quot;…&quot;}</source>
        <translation>需要键和文字：{key: same, en: &quot;…&quot;}</translation>
    </message>
    <message>
        <source>is given twice: &apos;%1&apos;</source>
        <translation>给了两次：“%1”</translation>
    </message>
    <message>
        <source>needs two to six options, one of them right</source>
        <translation>需要两到六个选项，其中一个正确</translation>
    </message>
    <message>
        <source>it must name ops, ranks or layers, like waits_for.0</source>
        <translation>它必须指出操作、rank 或层，例如 waits_for.0</translation>
    </message>
    <message>
        <source>needs what is right: {what: op, is: waits_for.0}</source>
        <translation>需要写明什么是对的：{what: op, is: waits_for.0}</translation>
    </message>
    <message>
        <source>needs states and a measure: {states: [gpipe, 1f1b], by: makespan}</source>
        <translation>需要状态和量：{states: [gpipe, 1f1b], by: makespan}</translation>
    </message>
    <message>
        <source>is no time</source>
        <translation>不是时间</translation>
    </message>
    <message>
        <source>needs a time: {is: place.2.before_first}</source>
        <translation>需要一个时间：{is: place.2.before_first}</translation>
    </message>
    <message>
        <source>must be a range of whole numbers, 1..64, or a list of words</source>
        <translation>必须是整数范围（1..64）或一列词</translation>
    </message>
    <message>
        <source>needs fields and what may be put into them: {fields: {batch.global: 1..64}}</source>
        <translation>需要字段及其可取的值：{fields: {batch.global: 1..64}}</translation>
    </message>
    <message>
        <source>it shows that the step can be passed: {batch.global: 28}</source>
        <translation>它表明这一步能够通过：{batch.global: 28}</translation>
    </message>
    <message>
        <source>must be one of emulated, cpu, not &apos;%1&apos;</source>
        <translation>必须是 emulated 或 cpu，不能是“%1”</translation>
    </message>
    <message>
        <source>names no run above: &apos;%1&apos;</source>
        <translation>上面没有这个运行：“%1”</translation>
    </message>
    <message>
        <source>names no recording that the program brings along: &apos;%1&apos;</source>
        <translation>程序未附带这份记录：“%1”</translation>
    </message>
    <message>
        <source>needs a recording</source>
        <translation>需要一段记录</translation>
    </message>
    <message>
        <source>is not YAML</source>
        <translation>不是 YAML</translation>
    </message>
    <message>
        <source>a text with &apos;: &apos; or &apos;?, &apos; in it stands in quotation marks</source>
        <translation>含有“: ”或“?, ”的文字要放在引号中</translation>
    </message>
    <message>
        <source>a lesson begins with &apos;lesson: 1&apos;</source>
        <translation>一课以“lesson: 1”开头</translation>
    </message>
    <message>
        <source>known here: en, zh</source>
        <translation>这里可用的有：en、zh</translation>
    </message>
    <message>
        <source>a text with &apos;, &apos; in it stands in quotation marks</source>
        <translation>含有“, ”的文字要放在引号中</translation>
    </message>
    <message>
        <source>must be 1, the only version known here%1</source>
        <translation>必须是 1，这里只认识这个版本%1</translation>
    </message>
    <message>
        <source>must be topics with the steps that explain them: {warm_up_bubble: first-gap}</source>
        <translation>必须是主题及解释它的步骤：{warm_up_bubble: first-gap}</translation>
    </message>
    <message>
        <source>is no topic: &apos;%1&apos;</source>
        <translation>不是主题：“%1”</translation>
    </message>
    <message>
        <source>write a line of the ledger, or warning.FIELD</source>
        <translation>请写账目中的一行，或 warning.FIELD</translation>
    </message>
    <message>
        <source>a lesson is known by the name of its file</source>
        <translation>一课以其文件名为名</translation>
    </message>
    <message>
        <source>is larger than 1 MiB</source>
        <translation>超过 1 MiB</translation>
    </message>
    <message>
        <source>are more than %1</source>
        <translation>超过 %1 个</translation>
    </message>
    <message>
        <source>is not that of the file, which is called &apos;%1&apos;</source>
        <translation>与文件名不符，文件名为“%1”</translation>
    </message>
    <message>
        <source>must be fixed (a rank&apos;s costs are divided over its chunks) or per_stage</source>
        <translation>必须是 fixed（一个 rank 的开销分给它的各模型块）或 per_stage</translation>
    </message>
    <message>
        <source>names a file outside of the lesson&apos;s folder</source>
        <translation>指向这一课的文件夹之外的文件</translation>
    </message>
    <message>
        <source>&apos;%1&apos; holds no strategy</source>
        <translation>“%1”不含策略</translation>
    </message>
    <message>
        <source>must hold the sections of a strategy</source>
        <translation>必须包含策略的各节</translation>
    </message>
    <message>
        <source>must hold fields: {schedule.name: gpipe}</source>
        <translation>必须包含字段：{schedule.name: gpipe}</translation>
    </message>
    <message>
        <source>is called as what a state can be made of</source>
        <translation>与状态的来源同名</translation>
    </message>
    <message>
        <source>give it another name</source>
        <translation>请换一个名称</translation>
    </message>
    <message>
        <source>is called by small letters, digits, &apos;-&apos; and &apos;_&apos;</source>
        <translation>名称只能用小写字母、数字、“-”和“_”</translation>
    </message>
    <message>
        <source>is called as a measure is</source>
        <translation>与某个量同名</translation>
    </message>
    <message>
        <source>must be one field with its values: {batch.micro: [1, 2, 4]}</source>
        <translation>必须是一个字段及其各个值：{batch.micro: [1, 2, 4]}</translation>
    </message>
    <message>
        <source>is given twice</source>
        <translation>给了两次</translation>
    </message>
    <message>
        <source>is to be refused, but can be planned</source>
        <translation>本应被拒绝，却可以规划</translation>
    </message>
    <message>
        <source>cannot be planned: %1 %2</source>
        <translation>无法规划：%1 %2</translation>
    </message>
    <message>
        <source>must be a mapping, with the fields of each state behind its name</source>
        <translation>必须是映射，每个状态的字段写在它的名称之后</translation>
    </message>
    <message>
        <source>needs what it is of, and states: {of: makespan, states: [small, large]}</source>
        <translation>需要写明画什么以及哪些状态：{of: makespan, states: [small, large]}</translation>
    </message>
    <message>
        <source>needs an answer and what is said to it: {answer: 4, en: &quot;…&quot;}</source>
        <translation>需要答案和对它说的话：{answer: 4, en: &quot;…&quot;}</translation>
    </message>
    <message>
        <source>must be fields with ranges: {batch.global: 4..24}</source>
        <translation>必须是字段及其范围：{batch.global: 4..24}</translation>
    </message>
    <message>
        <source>must be a range of whole numbers, like 4..24</source>
        <translation>必须是整数范围，例如 4..24</translation>
    </message>
    <message>
        <source>is a second action beside &apos;%1&apos;</source>
        <translation>是“%1”之外的第二个动作</translation>
    </message>
    <message>
        <source>a step asks one thing</source>
        <translation>一步只问一件事</translation>
    </message>
    <message>
        <source>it says when what was made is good: [legal, makespan &lt;= 18 u]</source>
        <translation>它说明做成什么样才算好：[legal, makespan &lt;= 18 u]</translation>
    </message>
    <message>
        <source>a step says what is to be done</source>
        <translation>一步要说明该做什么</translation>
    </message>
    <message>
        <source>are missing</source>
        <translation>缺失</translation>
    </message>
    <message>
        <source>a lesson has at least one</source>
        <translation>一课至少有一个</translation>
    </message>
    <message>
        <source>must be a list, with a &apos;- &apos; before each step</source>
        <translation>必须是列表，每步之前有“- ”</translation>
    </message>
    <message>
        <source>no option is right</source>
        <translation>没有正确的选项</translation>
    </message>
    <message>
        <source>there is nothing to click</source>
        <translation>没有可点的东西</translation>
    </message>
    <message>
        <source>the state cannot be planned</source>
        <translation>该状态无法规划</translation>
    </message>
    <message>
        <source>the step has no state</source>
        <translation>这一步没有状态</translation>
    </message>
    <message>
        <source>the order of %1</source>
        <translation>%1 的顺序</translation>
    </message>
    <message>
        <source>a run</source>
        <translation>一次运行</translation>
    </message>
    <message>
        <source>is known once the run was watched</source>
        <translation>要等运行之后才知道</translation>
    </message>
    <message>
        <source>is of a state that cannot be planned</source>
        <translation>属于无法规划的状态</translation>
    </message>
    <message>
        <source>is no name of a field</source>
        <translation>不是字段的名称</translation>
    </message>
    <message>
        <source>puts a field into &apos;%1&apos;, which is one itself</source>
        <translation>把字段放进了“%1”，而它本身就是字段</translation>
    </message>
    <message>
        <source>is not told by a strategy</source>
        <translation>策略不提供</translation>
    </message>
    <message>
        <source>needs a model that the state has not</source>
        <translation>需要模型，而该状态没有</translation>
    </message>
    <message>
        <source>is not told by the cost model</source>
        <translation>开销模型不提供</translation>
    </message>
    <message>
        <source>no formula is published for this schedule and these costs</source>
        <translation>没有针对该调度和开销发表的公式</translation>
    </message>
    <message>
        <source>has no model, so that no stage has layers</source>
        <translation>没有模型，因此各阶段没有层</translation>
    </message>
    <message>
        <source>has no op %1</source>
        <translation>没有操作 %1</translation>
    </message>
    <message>
        <source>is not told by a timeline</source>
        <translation>时间线不提供</translation>
    </message>
    <message>
        <source>no rank of the run became slow</source>
        <translation>这次运行没有 rank 变慢</translation>
    </message>
    <message>
        <source>no op of the run stalled</source>
        <translation>这次运行没有操作卡住</translation>
    </message>
    <message>
        <source>no op was run twice</source>
        <translation>没有操作重跑过</translation>
    </message>
    <message>
        <source>no op came out otherwise when it was run twice</source>
        <translation>重跑的操作结果都相同</translation>
    </message>
    <message>
        <source>the run tells no loss</source>
        <translation>运行没有给出损失</translation>
    </message>
    <message>
        <source>the run goes on from no other one</source>
        <translation>这次运行不是从另一次续跑的</translation>
    </message>
    <message>
        <source>no step of the run was recorded as a whole</source>
        <translation>运行没有一步记录完整</translation>
    </message>
    <message>
        <source>the order cannot run yet</source>
        <translation>该顺序还不能运行</translation>
    </message>
    <message>
        <source>has %1 %2</source>
        <translation>有 %1 %2</translation>
    </message>
    <message>
        <source>there is no %1</source>
        <translation>没有 %1</translation>
    </message>
    <message>
        <source>is known once the run of this step was watched</source>
        <translation>要等本步运行之后才知道</translation>
    </message>
</context>
<context>
    <name>paper</name>
    <message>
        <source>no font of this machine has all letters of &apos;%1&apos;</source>
        <translation>本机没有字体含有“%1”的全部字符</translation>
    </message>
    <message>
        <source>install one that has, as Debian&apos;s fonts-noto-cjk for Chinese</source>
        <translation>请安装含有这些字符的字体，例如用于中文的 Debian 的 fonts-noto-cjk</translation>
    </message>
    <message>
        <source>the pages cannot be drawn: %1</source>
        <translation>无法绘制页面：%1</translation>
    </message>
    <message>
        <source>a picture cannot be read: %1</source>
        <translation>无法读取图片：%1</translation>
    </message>
    <message>
        <source>a picture has no size</source>
        <translation>图片没有尺寸</translation>
    </message>
</context>
<context>
    <name>convert</name>
    <message>
        <source>is not in the file: %1</source>
        <translation>文件中没有：取 %1</translation>
    </message>
    <message>
        <source>is taken as MULTI_GPU: data parallelism</source>
        <translation>按 MULTI_GPU（数据并行）处理</translation>
    </message>
    <message>
        <source>is %1, and num_processes %2 is not divisible by it</source>
        <translation>为 %1，而 num_processes %2 不能被它整除</translation>
    </message>
    <message>
        <source>must be no, fp16, bf16 or fp8, not &apos;%1&apos;</source>
        <translation>须为 no、fp16、bf16 或 fp8，不能是“%1”</translation>
    </message>
    <message>
        <source>divides layers unevenly, and the file has no model: layers are divided evenly here</source>
        <translation>各阶段层数不均，而文件中没有模型：此处按平均划分</translation>
    </message>
    <message>
        <source>has settings of its own, which are not read: convert that file from deepspeed</source>
        <translation>有自己的设置，未读取：请把该文件按 deepspeed 转换</translation>
    </message>
    <message>
        <source>is not in the file: 2, Accelerate&apos;s default</source>
        <translation>文件中没有：取 Accelerate 的默认值 2</translation>
    </message>
    <message>
        <source>is a disk</source>
        <translation>是磁盘</translation>
    </message>
    <message>
        <source>a strategy offloads to the host&apos;s memory</source>
        <translation>策略只卸载到主机内存</translation>
    </message>
    <message>
        <source>must be none, cpu or nvme, not &apos;%1&apos;</source>
        <translation>须为 none、cpu 或 nvme，不能是“%1”</translation>
    </message>
    <message>
        <source>and cp_size are both above 1</source>
        <translation>与 cp_size 都大于 1</translation>
    </message>
    <message>
        <source>makes too many devices</source>
        <translation>导致设备过多</translation>
    </message>
    <message>
        <source>says nothing of the batch, which the program&apos;s data loader has: one sample to a microbatch</source>
        <translation>没有说明批大小（由程序的数据加载器决定）：按每个微批次一个样本</translation>
    </message>
    <message>
        <source>makes a batch of too many samples</source>
        <translation>导致一个批次的样本过多</translation>
    </message>
    <message>
        <source>Hugging Face Accelerate (YAML)</source>
        <translation>Hugging Face Accelerate（YAML）</translation>
    </message>
    <message>
        <source>is not described in this file: the program&apos;s code makes it</source>
        <translation>不在此文件中描述：由程序代码决定</translation>
    </message>
    <message>
        <source>is set by the program&apos;s data loader: %1 samples to a microbatch, %2 of them a step</source>
        <translation>由程序的数据加载器设定：每个微批次 %1 个样本，每步 %2 个微批次</translation>
    </message>
    <message>
        <source>is ops, and Megatron has full and selective</source>
        <translation>为 ops，而 Megatron 只有 full 与 selective</translation>
    </message>
    <message>
        <source>written as selective, which repeats less</source>
        <translation>写为 selective，重计算较少</translation>
    </message>
    <message>
        <source>is %1, which is no number</source>
        <translation>为 %1，不是数</translation>
    </message>
    <message>
        <source>taken as not given, so write the value instead</source>
        <translation>按未给出处理，请直接写出取值</translation>
    </message>
    <message>
        <source>is given again on line %1, which is what counts</source>
        <translation>在第 %1 行再次给出，以后者为准</translation>
    </message>
    <message>
        <source>is %1, which %2</source>
        <translation>为 %1，%2</translation>
    </message>
    <message>
        <source>is %1, and %2 %3</source>
        <translation>为 %1，而 %2 %3</translation>
    </message>
    <message>
        <source>%1, and %2 %3</source>
        <translation>%1，而 %2 %3</translation>
    </message>
    <message>
        <source>may hold arguments, and %1</source>
        <translation>可能含有参数，而%1</translation>
    </message>
    <message>
        <source>has arguments of its own before %1</source>
        <translation>在 %1 之前有自己的参数</translation>
    </message>
    <message>
        <source>of them only the numbers of devices and nodes are taken</source>
        <translation>其中只采用设备数与节点数</translation>
    </message>
    <message>
        <source>belongs to no command</source>
        <translation>不属于任何命令</translation>
    </message>
    <message>
        <source>is there a blank behind the \ before it?</source>
        <translation>前面的 \ 之后是否有空格？</translation>
    </message>
    <message>
        <source>is run again by a loop, with other arguments</source>
        <translation>由循环以其他参数再次运行</translation>
    </message>
    <message>
        <source>the first run is taken</source>
        <translation>以第一次运行为准</translation>
    </message>
    <message>
        <source>runs another program, with fewer arguments</source>
        <translation>运行的是另一个程序，参数较少</translation>
    </message>
    <message>
        <source>not taken</source>
        <translation>不予采用</translation>
    </message>
    <message>
        <source>has no command with arguments, so those of all its arrays are taken</source>
        <translation>没有带参数的命令，因此采用其中所有数组的参数</translation>
    </message>
    <message>
        <source>has no arguments</source>
        <translation>没有参数</translation>
    </message>
    <message>
        <source>they look like --tensor-model-parallel-size 4</source>
        <translation>参数形如 --tensor-model-parallel-size 4</translation>
    </message>
    <message>
        <source>torchrun %1</source>
        <translation>torchrun %1</translation>
    </message>
    <message>
        <source>is taken, though what counts is num_stages of the program&apos;s PipelineModule</source>
        <translation>予以采用，但真正起作用的是程序中 PipelineModule 的 num_stages</translation>
    </message>
    <message>
        <source>is not in the file: no pipeline</source>
        <translation>文件中没有：按无流水线处理</translation>
    </message>
    <message>
        <source>num_stages of PipelineModule, or --pipeline-model-parallel-size of Megatron-DeepSpeed, says how many there are</source>
        <translation>阶段数由 PipelineModule 的 num_stages 或 Megatron-DeepSpeed 的 --pipeline-model-parallel-size 给出</translation>
    </message>
    <message>
        <source>does not say on how many devices the batch is: one data-parallel rank</source>
        <translation>没有说明批次分布在多少个设备上：按一个数据并行 rank 处理</translation>
    </message>
    <message>
        <source>parallel.data says otherwise</source>
        <translation>可由 parallel.data 另行指定</translation>
    </message>
    <message>
        <source>is %1, and must be micro %2 x accumulation %3 x data %4 = %5</source>
        <translation>为 %1，而应为 micro %2 × accumulation %3 × data %4 = %5</translation>
    </message>
    <message>
        <source>is taken with the optimizer&apos;s states: a strategy offloads both</source>
        <translation>与优化器状态一并卸载：策略同时卸载二者</translation>
    </message>
    <message>
        <source>and bf16.enabled are both on</source>
        <translation>与 bf16.enabled 同时开启</translation>
    </message>
    <message>
        <source>is not in the file: gradients add up in bf16, as the weights are</source>
        <translation>文件中没有：梯度按 bf16 累积，与权重相同</translation>
    </message>
    <message>
        <source>some versions add in fp32 without ZeRO</source>
        <translation>某些版本在无 ZeRO 时以 fp32 累积</translation>
    </message>
    <message>
        <source>sets up checkpoints whose places the model&apos;s code chooses: every layer is taken as recomputed</source>
        <translation>重计算的位置由模型代码决定：按每层都重计算处理</translation>
    </message>
    <message>
        <source>must be a whole number of elements, like 5e8</source>
        <translation>必须是整数个元素，例如 5e8</translation>
    </message>
    <message>
        <source>is of ZeRO-1 and -2</source>
        <translation>属于 ZeRO-1 和 ZeRO-2</translation>
    </message>
    <message>
        <source>ZeRO-3 has stage3_prefetch_bucket_size</source>
        <translation>ZeRO-3 使用 stage3_prefetch_bucket_size</translation>
    </message>
    <message>
        <source>is of ZeRO-3, which is not chosen</source>
        <translation>属于 ZeRO-3，而此处未选用</translation>
    </message>
    <message>
        <source>must be a list of two numbers, like [0.9, 0.95]</source>
        <translation>须为两个数的列表，如 [0.9, 0.95]</translation>
    </message>
    <message>
        <source>is taken as 0, where the rate begins</source>
        <translation>按 0 处理，即学习率的起点</translation>
    </message>
    <message>
        <source>rises by the logarithm there, and in a straight line here</source>
        <translation>原配置按对数上升，此处按直线上升</translation>
    </message>
    <message>
        <source>is taken as Adam</source>
        <translation>按 Adam 处理</translation>
    </message>
    <message>
        <source>needs bf16_master_weights_and_grads, which DeepSpeed asks for beside it</source>
        <translation>还缺少 bf16_master_weights_and_grads：DeepSpeed 要求与它一同给出</translation>
    </message>
    <message>
        <source>leaves out the copy of the weights in fp32</source>
        <translation>不保留权重的 fp32 副本</translation>
    </message>
    <message>
        <source>a strategy&apos;s optimizer has one beside weights in 16 bits</source>
        <translation>策略中权重为 16 位时，优化器另存一份 fp32 副本</translation>
    </message>
    <message>
        <source>is taken as a constant learning rate</source>
        <translation>按恒定学习率处理</translation>
    </message>
    <message>
        <source>is filled in by the program that starts DeepSpeed</source>
        <translation>由启动 DeepSpeed 的程序填写</translation>
    </message>
    <message>
        <source>is written, but the program decides: PipelineModule(num_stages=%1), or --pipeline-model-parallel-size %2 of Megatron-DeepSpeed</source>
        <translation>已写出，但由程序决定：PipelineModule(num_stages=%1)，或 Megatron-DeepSpeed 的 --pipeline-model-parallel-size %2</translation>
    </message>
    <message>
        <source>is written, but the model must use Ulysses attention</source>
        <translation>已写出，但模型须使用 Ulysses 注意力</translation>
    </message>
    <message>
        <source>in Megatron-DeepSpeed --ds-sequence-parallel-size %1</source>
        <translation>在 Megatron-DeepSpeed 中为 --ds-sequence-parallel-size %1</translation>
    </message>
    <message>
        <source>is decided by the program: MoE(ep_size=%1), or --moe-expert-parallel-size %2 of Megatron-DeepSpeed</source>
        <translation>由程序决定：MoE(ep_size=%1)，或 Megatron-DeepSpeed 的 --moe-expert-parallel-size %2</translation>
    </message>
    <message>
        <source>is written as bf16_optimizer_states, which leaves out the copy of the weights in fp32</source>
        <translation>写为 bf16_optimizer_states，它不保留权重的 fp32 副本</translation>
    </message>
    <message>
        <source>is not known, and DeepSpeed needs it: give scheduler.params.total_num_steps</source>
        <translation>未知，而 DeepSpeed 需要它：请给出 scheduler.params.total_num_steps</translation>
    </message>
    <message>
        <source>is for the model&apos;s code to follow, by DeepSpeed&apos;s checkpoint function</source>
        <translation>须由模型代码通过 DeepSpeed 的 checkpoint 函数实现</translation>
    </message>
    <message>
        <source>not given</source>
        <translation>未给出</translation>
    </message>
    <message>
        <source>is %1 here, and has no place in this format</source>
        <translation>此处为 %1，而该格式没有对应项</translation>
    </message>
    <message>
        <source>is %1 here, and reads back as %2</source>
        <translation>此处为 %1，读回后为 %2</translation>
    </message>
    <message>
        <source>has no place in this format</source>
        <translation>该格式没有对应项</translation>
    </message>
    <message>
        <source>reads back as %1</source>
        <translation>读回后为 %1</translation>
    </message>
    <message>
        <source>may be lost: what is written does not read back</source>
        <translation>可能丢失：写出的内容无法读回</translation>
    </message>
    <message>
        <source>does not read back: %1</source>
        <translation>无法读回：%1</translation>
    </message>
    <message>
        <source>is %1, which is not worked out here</source>
        <translation>为 %1，此处不作计算</translation>
    </message>
    <message>
        <source>write the value instead</source>
        <translation>请直接写出取值</translation>
    </message>
    <message>
        <source>is a key of %1, whose configurations are not read</source>
        <translation>是 %1 的键，这里不读取该框架的配置</translation>
    </message>
    <message>
        <source>read the config.json of its model instead</source>
        <translation>请改为读取其模型的 config.json</translation>
    </message>
    <message>
        <source>not expressible</source>
        <translation>无法表达</translation>
    </message>
    <message>
        <source>is not a type known here: taken by its fields, as a decoder</source>
        <translation>不是已知的类型：根据其字段按解码器处理</translation>
    </message>
    <message>
        <source>is not in the file: taken by its fields, as a decoder</source>
        <translation>文件中没有：根据其字段按解码器处理</translation>
    </message>
    <message>
        <source>has %1, %2 positions and a gated MLP, by the keys of its norm, rotation and activation</source>
        <translation>由归一化、旋转与激活的键推断：%1、%2 位置编码、门控 MLP</translation>
    </message>
    <message>
        <source>has %1, %2 positions and a plain MLP, by the keys of its norm, rotation and activation</source>
        <translation>由归一化、旋转与激活的键推断：%1、%2 位置编码、普通 MLP</translation>
    </message>
    <message>
        <source>a gated MLP</source>
        <translation>门控 MLP</translation>
    </message>
    <message>
        <source>a plain MLP</source>
        <translation>普通 MLP</translation>
    </message>
    <message>
        <source>is missing, and what this type takes then is not known here</source>
        <translation>缺失，且此类型的默认值未知</translation>
    </message>
    <message>
        <source>is not in the file: %1, as %2 has it by itself</source>
        <translation>文件中没有：取 %1，即 %2 的默认值</translation>
    </message>
    <message>
        <source>is the longest sequence</source>
        <translation>是最长序列</translation>
    </message>
    <message>
        <source>is not in the file</source>
        <translation>文件中没有</translation>
    </message>
    <message>
        <source>model.sequence is set to %1, a usual length of the samples of a training</source>
        <translation>model.sequence 取 %1，即训练样本的常见长度</translation>
    </message>
    <message>
        <source>model.sequence is set to %1, though the file does not say how long the samples of a training are</source>
        <translation>model.sequence 取 %1，尽管文件没有说明训练样本的长度</translation>
    </message>
    <message>
        <source>Hugging Face model (config.json)</source>
        <translation>Hugging Face 模型（config.json）</translation>
    </message>
    <message>
        <source>is not shorter than the sequence, so that it limits nothing</source>
        <translation>不短于序列长度，因此不构成限制</translation>
    </message>
    <message>
        <source>kept for the way back</source>
        <translation>保留以备导出</translation>
    </message>
    <message>
        <source>limits how far a token sees</source>
        <translation>限制词元的可见范围</translation>
    </message>
    <message>
        <source>a strategy&apos;s attention is whole</source>
        <translation>策略的注意力是完整的</translation>
    </message>
    <message>
        <source>has %1 entries for a model of %2 layers</source>
        <translation>有 %1 项，而模型有 %2 层</translation>
    </message>
    <message>
        <source>names layers of &apos;%1&apos;</source>
        <translation>指定了类型为“%1”的层</translation>
    </message>
    <message>
        <source>all are taken to have attention</source>
        <translation>所有层都按带注意力处理</translation>
    </message>
    <message>
        <source>biases attention scores by distance</source>
        <translation>按距离给注意力分数加偏置</translation>
    </message>
    <message>
        <source>&apos;rotary&apos; stands for it, which has no parameters either</source>
        <translation>以同样没有参数的“rotary”代替</translation>
    </message>
    <message>
        <source>has attention and MLP side by side, which tensor ranks add up in one go</source>
        <translation>注意力与 MLP 并列，张量并行的各 rank 对二者一次求和</translation>
    </message>
    <message>
        <source>a strategy has one behind the other</source>
        <translation>策略中二者依次执行</translation>
    </message>
    <message>
        <source>has norms behind its blocks, too: two norms a layer are left out</source>
        <translation>在各块之后还有归一化：每层略去两个归一化</translation>
    </message>
    <message>
        <source>has a sink in each head and windows in every other layer, which are left out</source>
        <translation>每个头有一个 sink，且每隔一层使用窗口注意力，均已略去</translation>
    </message>
    <message>
        <source>has biases in some of its matrices only</source>
        <translation>只有部分矩阵带偏置</translation>
    </message>
    <message>
        <source>they are taken to be in all</source>
        <translation>按全部带偏置处理</translation>
    </message>
    <message>
        <source>has layers that attend within chunks, and vectors that it normalises without weights</source>
        <translation>部分层只在序列的分块（并非模型块）之内计算注意力，且部分向量的归一化不带权重</translation>
    </message>
    <message>
        <source>is taken for query, key and value</source>
        <translation>用于查询、键和值</translation>
    </message>
    <message>
        <source>that of the output is left out</source>
        <translation>输出层的偏置略去</translation>
    </message>
    <message>
        <source>is left out: biases of the MLP alone are not known to a strategy</source>
        <translation>略去：策略无法只给 MLP 加偏置</translation>
    </message>
    <message>
        <source>is not a multiple of moe_intermediate_size: rounded up to %1 shared experts</source>
        <translation>不是 moe_intermediate_size 的倍数：向上取整为 %1 个共享专家</translation>
    </message>
    <message>
        <source>names layer %1, and the model has %2 layers</source>
        <translation>指定了第 %1 层，而模型有 %2 层</translation>
    </message>
    <message>
        <source>names layers behind the first ones: the strategy has as many, but at its beginning</source>
        <translation>指定了开头以外的层：策略中层数相同，但都在开头</translation>
    </message>
    <message>
        <source>lies before the last layer</source>
        <translation>位于最后一层之前</translation>
    </message>
    <message>
        <source>experts are taken to go on</source>
        <translation>其后的层也按带专家处理</translation>
    </message>
    <message>
        <source>is of an expert beside the routed ones, which is left out</source>
        <translation>属于路由专家之外的专家，已略去</translation>
    </message>
    <message>
        <source>counts from the first layer there, and from the first that is not dense here</source>
        <translation>原配置从第一层起计，此处从第一个非稠密层起计</translation>
    </message>
    <message>
        <source>is off, and the other layers have biases: all are taken to</source>
        <translation>已关闭，而其他层带偏置：按全部带偏置处理</translation>
    </message>
    <message>
        <source>is %1, and a width of %2 does not divide into so many heads</source>
        <translation>为 %1，而宽度 %2 不能平均分给这么多头</translation>
    </message>
    <message>
        <source>give head_dim</source>
        <translation>请给出 head_dim</translation>
    </message>
    <message>
        <source>those of a strategy are all alike</source>
        <translation>策略中的各层都相同</translation>
    </message>
    <message>
        <source>belongs to state-space layers, as Mamba has them</source>
        <translation>属于状态空间层（如 Mamba）</translation>
    </message>
    <message>
        <source>belongs to layers of linear attention</source>
        <translation>属于线性注意力层</translation>
    </message>
    <message>
        <source>belongs to recurrent layers</source>
        <translation>属于循环层</translation>
    </message>
    <message>
        <source>belongs to layers of convolutions</source>
        <translation>属于卷积层</translation>
    </message>
    <message>
        <source>gives each layer sizes of its own</source>
        <translation>为每一层单独给定大小</translation>
    </message>
    <message>
        <source>is %1, which has state-space layers (Mamba)</source>
        <translation>是 %1，含有状态空间层（Mamba）</translation>
    </message>
    <message>
        <source>is %1, which has layers of linear attention</source>
        <translation>是 %1，含有线性注意力层</translation>
    </message>
    <message>
        <source>is %1, which has recurrent layers</source>
        <translation>是 %1，含有循环层</translation>
    </message>
    <message>
        <source>is %1, which has layers of convolutions</source>
        <translation>是 %1，含有卷积层</translation>
    </message>
    <message>
        <source>is %1, which gives each layer sizes of its own</source>
        <translation>是 %1，其每一层的大小各不相同</translation>
    </message>
    <message>
        <source>a strategy has layers of attention and MLP alone, and would count this model wrongly</source>
        <translation>策略只有由注意力和 MLP 组成的层，会把这个模型算错</translation>
    </message>
    <message>
        <source>describes a model beside that of the language</source>
        <translation>描述了语言模型之外的模型</translation>
    </message>
    <message>
        <source>it is left out, with its parameters and times</source>
        <translation>已略去，其参数与时间均不计</translation>
    </message>
    <message>
        <source>is said of the language model, too</source>
        <translation>在语言模型中也已给出</translation>
    </message>
    <message>
        <source>that is what is taken</source>
        <translation>以语言模型的为准</translation>
    </message>
    <message>
        <source>is written as attention_bias, which gives the output one too</source>
        <translation>写为 attention_bias，输出层也会带偏置</translation>
    </message>
    <message>
        <source>is written as one part in ten</source>
        <translation>写为十分之一</translation>
    </message>
    <message>
        <source>has no place in a config.json, which describes a model</source>
        <translation>config.json 只描述模型，没有对应项</translation>
    </message>
    <message>
        <source>is %1 here</source>
        <translation>此处为 %1</translation>
    </message>
    <message>
        <source>the file says %1, the most positions</source>
        <translation>文件中为 %1，即最大位置数</translation>
    </message>
    <message>
        <source>a config.json describes nothing else</source>
        <translation>config.json 只描述模型</translation>
    </message>
    <message>
        <source>is %1, and %2 is %3</source>
        <translation>为 %1，而 %2 为 %3</translation>
    </message>
    <message>
        <source>must be one of %1</source>
        <translation>须为 %1 之一</translation>
    </message>
    <message>
        <source>%1, not &apos;%2&apos;</source>
        <translation>%1，不能是“%2”</translation>
    </message>
    <message>
        <source>means nothing to a strategy</source>
        <translation>对策略没有意义</translation>
    </message>
    <message>
        <source>is not known here, and may change time or memory</source>
        <translation>无法识别，可能影响时间或显存</translation>
    </message>
    <message>
        <source>is off</source>
        <translation>已关闭</translation>
    </message>
    <message>
        <source>is empty, as Accelerate writes what it does not need</source>
        <translation>为空：Accelerate 也会写出用不到的部分</translation>
    </message>
    <message>
        <source>is about how processes are started and find each other</source>
        <translation>与进程如何启动和互相发现有关</translation>
    </message>
    <message>
        <source>is about checkpoints and what the weights start from</source>
        <translation>与检查点和权重的初值有关</translation>
    </message>
    <message>
        <source>is the same weights in another order, at the same cost</source>
        <translation>只改变权重的次序，开销不变</translation>
    </message>
    <message>
        <source>says which modules are gathered at a time</source>
        <translation>指定每次收集哪些模块</translation>
    </message>
    <message>
        <source>one layer is taken</source>
        <translation>按每次一层处理</translation>
    </message>
    <message>
        <source>says when the next layer is gathered</source>
        <translation>指定何时收集下一层</translation>
    </message>
    <message>
        <source>before it is needed is taken</source>
        <translation>按提前收集处理</translation>
    </message>
    <message>
        <source>names a disk</source>
        <translation>指定了磁盘</translation>
    </message>
    <message>
        <source>compiles the model, which kernels.fusion says here</source>
        <translation>用于编译模型，此处由 kernels.fusion 表示</translation>
    </message>
    <message>
        <source>says how 8 bits are used</source>
        <translation>指定 8 位数据的用法</translation>
    </message>
    <message>
        <source>products in fp8 and the rest in 16 bits is taken</source>
        <translation>按矩阵乘用 fp8、其余用 16 位处理</translation>
    </message>
    <message>
        <source>runs on other devices or in other types than those of a strategy&apos;s cluster</source>
        <translation>使用策略集群以外的设备或数据类型</translation>
    </message>
    <message>
        <source>is an option of Megatron that the file alone does not decide</source>
        <translation>是 Megatron 的选项，仅凭此文件无法确定</translation>
    </message>
    <message>
        <source>its default is taken</source>
        <translation>取其默认值</translation>
    </message>
    <message>
        <source>is a detail of sequence parallelism, whose size alone is taken</source>
        <translation>是序列并行的细节，此处只取序列并行的大小</translation>
    </message>
    <message>
        <source>is of another distributed_type</source>
        <translation>属于其他 distributed_type</translation>
    </message>
    <message>
        <source>watches the run and reports on it</source>
        <translation>用于监视运行并给出报告</translation>
    </message>
    <message>
        <source>is about checkpoints and what they start from</source>
        <translation>与检查点及其加载有关</translation>
    </message>
    <message>
        <source>keeps small numbers from vanishing, at no cost that counts</source>
        <translation>防止小数值下溢，开销可忽略</translation>
    </message>
    <message>
        <source>is asked of the program or of its data, and changes no step</source>
        <translation>是对程序或其数据的要求，不影响训练步</translation>
    </message>
    <message>
        <source>moves the learning rate, at no cost</source>
        <translation>调整学习率，没有开销</translation>
    </message>
    <message>
        <source>sizes the buffers and pieces that ZeRO works in</source>
        <translation>设定 ZeRO 所用缓冲区与分块的大小</translation>
    </message>
    <message>
        <source>those that are usual are taken</source>
        <translation>按通常的大小处理</translation>
    </message>
    <message>
        <source>chooses how ZeRO reduces and gathers</source>
        <translation>选择 ZeRO 归约与收集的方式</translation>
    </message>
    <message>
        <source>as it does by default is taken</source>
        <translation>按其默认方式处理</translation>
    </message>
    <message>
        <source>keeps a second copy in each node or sends fewer bits, which a strategy does not know</source>
        <translation>在每个节点内另存一份副本，或以更少的位数传输，策略无法表达</translation>
    </message>
    <message>
        <source>says how states are kept and moved outside the device</source>
        <translation>指定状态在设备之外如何存放与搬运</translation>
    </message>
    <message>
        <source>to pinned memory, in one go, is taken</source>
        <translation>按一次性搬运到主机的锁页缓冲区处理</translation>
    </message>
    <message>
        <source>offloads a part, or in a way of its own</source>
        <translation>只卸载一部分，或以特有的方式卸载</translation>
    </message>
    <message>
        <source>the whole is taken</source>
        <translation>按全部卸载处理</translation>
    </message>
    <message>
        <source>is of another mixed precision, or casts otherwise</source>
        <translation>属于其他混合精度，或以其他方式转换类型</translation>
    </message>
    <message>
        <source>that of bf16 and fp16 is taken</source>
        <translation>按 bf16 与 fp16 的混合精度处理</translation>
    </message>
    <message>
        <source>compiles or records the step</source>
        <translation>编译或捕获训练步</translation>
    </message>
    <message>
        <source>what that saves is left out</source>
        <translation>由此节省的部分不计</translation>
    </message>
    <message>
        <source>changes how checkpoints of activations are kept</source>
        <translation>改变激活检查点的保存方式</translation>
    </message>
    <message>
        <source>as they are usually is taken</source>
        <translation>按通常的方式处理</translation>
    </message>
    <message>
        <source>divides the layers or what passes between them</source>
        <translation>切分各层或层间传递的数据</translation>
    </message>
    <message>
        <source>both are taken as even and whole</source>
        <translation>按层平均划分、数据不切分处理</translation>
    </message>
    <message>
        <source>is of tensor parallelism, whose size alone is taken</source>
        <translation>属于张量并行，此处只取张量并行的大小</translation>
    </message>
    <message>
        <source>changes the attention, the layers or the samples as training goes on</source>
        <translation>在训练过程中改变注意力、层或样本</translation>
    </message>
    <message>
        <source>those of the end are taken</source>
        <translation>按训练结束时的情况处理</translation>
    </message>
    <message>
        <source>fits the batch to the devices there are</source>
        <translation>使批大小适应现有的设备</translation>
    </message>
    <message>
        <source>the one in the file is taken</source>
        <translation>取文件中的批大小</translation>
    </message>
    <message>
        <source>is of generating text between the steps, which a strategy leaves out</source>
        <translation>用于在训练步之间生成文本，策略不予考虑</translation>
    </message>
    <message>
        <source>needs optimizer.type, scheduler.type or the switch of its section beside it</source>
        <translation>须与 optimizer.type、scheduler.type 或所在节的开关一同给出</translation>
    </message>
    <message>
        <source>is about tokens and the text that is made of them</source>
        <translation>与词元及由其生成的文本有关</translation>
    </message>
    <message>
        <source>tells the library what to load and what to return</source>
        <translation>指定库加载和返回的内容</translation>
    </message>
    <message>
        <source>says how the checkpoint is stored, not how it is trained</source>
        <translation>说明检查点如何存储，而非如何训练</translation>
    </message>
    <message>
        <source>is what weights and gradients start from</source>
        <translation>与权重和梯度的初值有关</translation>
    </message>
    <message>
        <source>is a small number inside a norm</source>
        <translation>是归一化中的小常数</translation>
    </message>
    <message>
        <source>turns positions into angles, at the same cost however it is done</source>
        <translation>把位置转换为角度，无论方式如何，开销相同</translation>
    </message>
    <message>
        <source>names the activation function</source>
        <translation>指定激活函数</translation>
    </message>
    <message>
        <source>whether the MLP is gated goes by the type</source>
        <translation>MLP 是否带门控由模型类型决定</translation>
    </message>
    <message>
        <source>scales or clips numbers that are computed anyway</source>
        <translation>缩放或截断本来就要计算的数值</translation>
    </message>
    <message>
        <source>weighs or picks the experts of a token, at no cost that counts</source>
        <translation>为词元选取专家或设定其权重，开销可忽略</translation>
    </message>
    <message>
        <source>says which of a layer&apos;s norms there are or where they stand, at the same cost</source>
        <translation>指定层中有哪些归一化及其位置，开销不变</translation>
    </message>
    <message>
        <source>caps the scores of the attention, which its fastest kernels do not</source>
        <translation>限制注意力分数的上限，而最快的注意力内核没有这一步</translation>
    </message>
    <message>
        <source>changes which tokens see each other</source>
        <translation>改变词元之间的可见范围</translation>
    </message>
    <message>
        <source>a strategy&apos;s attention is causal and whole</source>
        <translation>策略的注意力是因果且完整的</translation>
    </message>
    <message>
        <source>picks the tokens that a query sees</source>
        <translation>选取查询可见的词元</translation>
    </message>
    <message>
        <source>chooses the kernels of the attention, which kernels.attention does here</source>
        <translation>选择注意力内核，此处由 kernels.attention 决定</translation>
    </message>
    <message>
        <source>gives one matrix more its biases, which are left out</source>
        <translation>给另一个矩阵加上偏置，已略去</translation>
    </message>
    <message>
        <source>leaves layers out at random</source>
        <translation>随机跳过部分层</translation>
    </message>
    <message>
        <source>a strategy runs all</source>
        <translation>策略执行所有层</translation>
    </message>
    <message>
        <source>asks for recomputation, which recompute.granularity does here</source>
        <translation>要求重计算，此处由 recompute.granularity 决定</translation>
    </message>
    <message>
        <source>is of layers for multi-token prediction, which are left out</source>
        <translation>属于多词元预测层，已略去</translation>
    </message>
    <message>
        <source>names the layers with experts</source>
        <translation>指定带专家的层</translation>
    </message>
    <message>
        <source>those of the interval are taken</source>
        <translation>按固定间隔的层处理</translation>
    </message>
    <message>
        <source>makes it more than a decoder, which it is taken as</source>
        <translation>使模型不只是解码器，此处按解码器处理</translation>
    </message>
    <message>
        <source>belongs to state-space layers, of which this model has none</source>
        <translation>属于状态空间层，而此模型没有这种层</translation>
    </message>
    <message>
        <source>says again what another key says</source>
        <translation>与另一个键重复</translation>
    </message>
    <message>
        <source>is a key of another model_type</source>
        <translation>是其他 model_type 的键</translation>
    </message>
    <message>
        <source>chooses single kernels, while a strategy has all of them fused or none</source>
        <translation>逐个选择内核，而策略中只能全部融合或全不融合</translation>
    </message>
    <message>
        <source>taken as kernels.fusion says</source>
        <translation>按 kernels.fusion 处理</translation>
    </message>
    <message>
        <source>changes the type of some numbers</source>
        <translation>改变部分数值的类型</translation>
    </message>
    <message>
        <source>those that precision says are taken for all</source>
        <translation>全部按 precision 给出的类型处理</translation>
    </message>
    <message>
        <source>changes what is computed again or moved away between the passes</source>
        <translation>改变前向与反向之间重计算或移出设备的内容</translation>
    </message>
    <message>
        <source>taken as recompute says, and the rest as staying</source>
        <translation>重计算按 recompute 处理，其余按留在设备上处理</translation>
    </message>
    <message>
        <source>changes how the optimizer&apos;s states are kept, moved or shared</source>
        <translation>改变优化器状态的存放、搬运或分摊方式</translation>
    </message>
    <message>
        <source>taken as parallel.zero and parallel.offload say</source>
        <translation>按 parallel.zero 与 parallel.offload 处理</translation>
    </message>
    <message>
        <source>changes how transfers are made or what they run beside</source>
        <translation>改变传输的方式，或与传输同时进行的内容</translation>
    </message>
    <message>
        <source>taken as overlap and the cluster say</source>
        <translation>按 overlap 与集群的设定处理</translation>
    </message>
    <message>
        <source>chooses what is recorded as a graph</source>
        <translation>选择记录为计算图的内容</translation>
    </message>
    <message>
        <source>whole layers are taken</source>
        <translation>按整层计</translation>
    </message>
    <message>
        <source>changes what the host has to launch</source>
        <translation>改变主机须启动的内容</translation>
    </message>
    <message>
        <source>that is taken as it is without</source>
        <translation>按没有此项时处理</translation>
    </message>
    <message>
        <source>changes the attention of some layers</source>
        <translation>改变部分层的注意力</translation>
    </message>
    <message>
        <source>all of them are taken as full attention</source>
        <translation>所有层都按完整注意力处理</translation>
    </message>
    <message>
        <source>belongs to layers that are no transformer layers</source>
        <translation>属于 Transformer 层以外的层</translation>
    </message>
    <message>
        <source>all layers are taken as transformer layers</source>
        <translation>所有层都按 Transformer 层处理</translation>
    </message>
    <message>
        <source>changes how tokens reach their experts, or how many do</source>
        <translation>改变词元到达专家的方式或数目</translation>
    </message>
    <message>
        <source>taken as an even deal by an all-to-all</source>
        <translation>按 all-to-all 平均分发处理</translation>
    </message>
    <message>
        <source>changes the weights or the work of a layer in a way that a strategy has no field for</source>
        <translation>改变层的权重或计算，而策略没有对应的字段</translation>
    </message>
    <message>
        <source>left out</source>
        <translation>已略去</translation>
    </message>
    <message>
        <source>describes more than one stack of layers</source>
        <translation>描述了不止一组层</translation>
    </message>
    <message>
        <source>the stack of num_layers is taken alone</source>
        <translation>只取 num_layers 的那一组</translation>
    </message>
    <message>
        <source>trains a part of the weights</source>
        <translation>只训练部分权重</translation>
    </message>
    <message>
        <source>all of them are taken as trained</source>
        <translation>按训练全部权重处理</translation>
    </message>
    <message>
        <source>changes how many tokens a microbatch or a step holds</source>
        <translation>改变一个微批次或一步的词元数</translation>
    </message>
    <message>
        <source>taken as micro_batch_size full sequences</source>
        <translation>按 micro_batch_size 个完整序列处理</translation>
    </message>
    <message>
        <source>changes the order or the cut of the pipeline</source>
        <translation>改变流水线的顺序或切分</translation>
    </message>
    <message>
        <source>taken as the other keys say</source>
        <translation>按其他键的设定处理</translation>
    </message>
    <message>
        <source>makes kernels or the host slower for the sake of equal results or of measurements</source>
        <translation>为使结果一致或便于测量而减慢内核或主机</translation>
    </message>
    <message>
        <source>not counted</source>
        <translation>不计入</translation>
    </message>
    <message>
        <source>changes how much memory is in use in between</source>
        <translation>改变计算过程中的显存占用</translation>
    </message>
    <message>
        <source>says where data, checkpoints and logs lie, or how they are read and written</source>
        <translation>指定数据、检查点与日志的位置或读写方式</translation>
    </message>
    <message>
        <source>changes neither time nor memory of a step</source>
        <translation>不影响训练步的时间与显存</translation>
    </message>
    <message>
        <source>is about how the run is started, watched, restarted and ended, not about the work of a step</source>
        <translation>与运行的启动、监视、重启和结束有关，与训练步的计算无关</translation>
    </message>
    <message>
        <source>is about how the weights and the learning rate change, not about the work of a step</source>
        <translation>与权重和学习率的变化有关，与训练步的计算无关</translation>
    </message>
    <message>
        <source>belongs to another role than the one that trains</source>
        <translation>属于训练以外的角色</translation>
    </message>
    <message>
        <source>is about what is logged, profiled or checked, whose own time is not counted</source>
        <translation>与日志、性能分析或检查有关，其自身耗时不计</translation>
    </message>
    <message>
        <source>is about evaluation and generation, which are no part of a training step</source>
        <translation>与评估和生成有关，不属于训练步</translation>
    </message>
    <message>
        <source>counts only with experts, of which the file has none</source>
        <translation>仅在有专家时起作用，而文件中没有</translation>
    </message>
    <message>
        <source>counts only with a learning rate, which the file does not have</source>
        <translation>仅在有学习率时起作用，而文件中没有</translation>
    </message>
    <message>
        <source>counts only together with another key, which is off or not there</source>
        <translation>仅与另一个键一同起作用，而该键已关闭或不存在</translation>
    </message>
    <message>
        <source>is about the run&apos;s name, its checkpoints and reports</source>
        <translation>与运行的名称、检查点和报告有关</translation>
    </message>
    <message>
        <source>is about text, and how many steps are taken and checked</source>
        <translation>与文本及训练、验证的步数有关</translation>
    </message>
    <message>
        <source>is what the weights start from</source>
        <translation>与权重的初值有关</translation>
    </message>
    <message>
        <source>is inside a norm, an angle, a loss or an activation that is computed anyway</source>
        <translation>属于本来就要计算的归一化、角度、损失或激活</translation>
    </message>
    <message>
        <source>changes the length or the data from stage to stage</source>
        <translation>在训练的不同阶段改变长度或数据</translation>
    </message>
    <message>
        <source>tokens.sequence_length is taken</source>
        <translation>取 tokens.sequence_length</translation>
    </message>
    <message>
        <source>chooses kernels, which kernels says here</source>
        <translation>选择内核，此处由 kernels 决定</translation>
    </message>
    <message>
        <source>limits which tokens see each other</source>
        <translation>限制词元之间的可见范围</translation>
    </message>
    <message>
        <source>is of a model like StarCoder2, or names some layers only</source>
        <translation>属于类似 StarCoder2 的模型，或只指定了部分层</translation>
    </message>
    <message>
        <source>one like Llama of equal layers is taken</source>
        <translation>按类似 Llama、各层相同的模型处理</translation>
    </message>
    <message>
        <source>sizes the pieces that gradients are reduced in</source>
        <translation>设定梯度归约的分块大小</translation>
    </message>
    <message>
        <source>the usual ones are taken</source>
        <translation>按通常的大小处理</translation>
    </message>
    <message>
        <source>says nothing beside tokens.sequence_length and the sizes of the model</source>
        <translation>在 tokens.sequence_length 与模型尺寸之外没有更多信息</translation>
    </message>
    <message>
        <source>watches the run, or starts its random numbers</source>
        <translation>用于监视运行，或设定随机数种子</translation>
    </message>
    <message>
        <source>says which operations stay in fp32</source>
        <translation>指定哪些运算保持 fp32</translation>
    </message>
    <message>
        <source>the usual ones do</source>
        <translation>按通常的运算处理</translation>
    </message>
    <message>
        <source>trains without waiting, or reduces more seldom or less</source>
        <translation>异步训练，或减少归约的次数或数据量</translation>
    </message>
    <message>
        <source>a step of every replica is taken</source>
        <translation>按所有副本同步执行每一步处理</translation>
    </message>
    <message>
        <source>is another optimizer</source>
        <translation>是其他优化器</translation>
    </message>
    <message>
        <source>Adam is taken</source>
        <translation>按 Adam 处理</translation>
    </message>
    <message>
        <source>chooses how gradients are packed and reduced</source>
        <translation>选择梯度的打包与归约方式</translation>
    </message>
    <message>
        <source>the usual way is taken</source>
        <translation>按通常的方式处理</translation>
    </message>
    <message>
        <source>chooses kernels and their room</source>
        <translation>选择内核及其工作空间</translation>
    </message>
    <message>
        <source>a transformer has none of these</source>
        <translation>Transformer 没有这些内核</translation>
    </message>
    <message>
        <source>says how the pipeline sends and what it keeps</source>
        <translation>指定流水线的发送方式与保留的内容</translation>
    </message>
    <message>
        <source>as usual is taken</source>
        <translation>按通常的方式处理</translation>
    </message>
    <message>
        <source>names the tensors that are kept</source>
        <translation>指定保留的张量</translation>
    </message>
    <message>
        <source>every layer is taken as recomputed</source>
        <translation>按每层都重计算处理</translation>
    </message>
    <message>
        <source>says again what the degrees and pipeline_configs say, or needs a sharding_degree</source>
        <translation>与各并行度和 pipeline_configs 重复，或须与 sharding_degree 一同给出</translation>
    </message>
    <message>
        <source>is about files, reports and checkpoints</source>
        <translation>与文件、报告和检查点有关</translation>
    </message>
    <message>
        <source>is about evaluation and what is done beside training</source>
        <translation>与评估及训练之外的工作有关</translation>
    </message>
    <message>
        <source>is about the data and how it is read</source>
        <translation>与数据及其读取方式有关</translation>
    </message>
    <message>
        <source>moves the learning rate or the loss, at no cost</source>
        <translation>调整学习率或损失，没有开销</translation>
    </message>
    <message>
        <source>says how long samples are and how they are packed</source>
        <translation>指定样本的长度与打包方式</translation>
    </message>
    <message>
        <source>max_seq_length is taken</source>
        <translation>取 max_seq_length</translation>
    </message>
    <message>
        <source>trains a part of the weights only</source>
        <translation>只训练部分权重</translation>
    </message>
    <message>
        <source>all are taken as trained</source>
        <translation>按训练全部权重处理</translation>
    </message>
    <message>
        <source>adds noise to the embedding, or drops numbers</source>
        <translation>给词嵌入加噪声，或随机丢弃数值</translation>
    </message>
    <message>
        <source>whether masks are kept model.dropout says here</source>
        <translation>是否保留掩码，此处由 model.dropout 决定</translation>
    </message>
    <message>
        <source>is another optimizer or device</source>
        <translation>是其他优化器或设备</translation>
    </message>
    <message>
        <source>Adam on a strategy&apos;s cluster is taken</source>
        <translation>按策略集群上的 Adam 处理</translation>
    </message>
    <message>
        <source>says how the pipeline and the sharded ranks communicate</source>
        <translation>指定流水线与分片各 rank 的通信方式</translation>
    </message>
    <message>
        <source>is the older name of sharding_parallel_degree, which is taken instead</source>
        <translation>是 sharding_parallel_degree 的旧名，此处取后者</translation>
    </message>
    <message>
        <source>is of the model, which the file gives in part only</source>
        <translation>属于模型，而文件只给出了模型的一部分</translation>
    </message>
    <message>
        <source>names a model whose sizes the file has</source>
        <translation>指定的模型尺寸已在文件中给出</translation>
    </message>
    <message>
        <source>is about the job, its reports and checkpoints</source>
        <translation>与作业及其报告和检查点有关</translation>
    </message>
    <message>
        <source>is about the data and the words</source>
        <translation>与数据和词表有关</translation>
    </message>
    <message>
        <source>is about validation, which is no step of training</source>
        <translation>与验证有关，不属于训练步</translation>
    </message>
    <message>
        <source>looks for mistakes in recomputation, or keeps random numbers for it</source>
        <translation>用于检查重计算的错误，或为其保存随机数状态</translation>
    </message>
    <message>
        <source>chooses what is recomputed by size or budget</source>
        <translation>按尺寸或预算选择重计算的内容</translation>
    </message>
    <message>
        <source>selective by operation is taken</source>
        <translation>按运算级 selective 处理</translation>
    </message>
    <message>
        <source>chooses how the model is compiled</source>
        <translation>选择模型的编译方式</translation>
    </message>
    <message>
        <source>what it fuses kernels.fusion says here</source>
        <translation>融合哪些运算，此处由 kernels.fusion 决定</translation>
    </message>
    <message>
        <source>is a detail of how ranks communicate</source>
        <translation>是 rank 间通信方式的细节</translation>
    </message>
    <message>
        <source>the usual one is taken</source>
        <translation>按通常的方式处理</translation>
    </message>
    <message>
        <source>names the layers of each stage</source>
        <translation>指定每个阶段的层</translation>
    </message>
    <message>
        <source>layers are divided evenly here</source>
        <translation>此处各层平均划分</translation>
    </message>
    <message>
        <source>chooses the optimizer&apos;s kernels or when it runs</source>
        <translation>选择优化器的内核或执行时机</translation>
    </message>
    <message>
        <source>fused, behind the backward, is taken</source>
        <translation>按融合内核、在反向之后执行处理</translation>
    </message>
    <message>
        <source>makes steps slower or experts equal, to look into them</source>
        <translation>为便于检查而减慢训练步或使专家均衡</translation>
    </message>
    <message>
        <source>goes on without a replica that failed</source>
        <translation>在有副本失败时继续训练</translation>
    </message>
    <message>
        <source>all are taken to run</source>
        <translation>按所有副本都在运行处理</translation>
    </message>
    <message>
        <source>needs another switch beside it, or says the steps again</source>
        <translation>须与另一个开关一同给出，或重复给出步数</translation>
    </message>
    <message>
        <source>has a scale for 32 numbers</source>
        <translation>每 32 个数有一个缩放因子</translation>
    </message>
    <message>
        <source>taken as blocks of 128</source>
        <translation>按每块 128 个数计</translation>
    </message>
    <message>
        <source>Megatron-LM arguments in a shell script</source>
        <translation>shell 脚本中的 Megatron-LM 参数</translation>
    </message>
    <message>
        <source>is %1, which is not known here</source>
        <translation>为 %1，无法识别</translation>
    </message>
    <message>
        <source>taken as fp32</source>
        <translation>按 fp32 处理</translation>
    </message>
    <message>
        <source>is %1, and the model&apos;s seq_length is another</source>
        <translation>为 %1，与模型的 seq_length 不同</translation>
    </message>
    <message>
        <source>Megatron-Bridge&apos;s and NeMo 2&apos;s configuration</source>
        <translation>Megatron-Bridge 与 NeMo 2 的配置</translation>
    </message>
    <message>
        <source>is taken as the model&apos;s layers, and a decoder beside them is left out</source>
        <translation>按模型的层数处理，其外的解码器已略去</translation>
    </message>
    <message>
        <source>names %1, which is not in the folder of the script</source>
        <translation>指定的 %1 不在脚本所在的文件夹中</translation>
    </message>
    <message>
        <source>what it says of ZeRO and offload is not known</source>
        <translation>其中的 ZeRO 与卸载设置未知</translation>
    </message>
    <message>
        <source>names a file that is not read: %1</source>
        <translation>指定的文件没有读取：%1</translation>
    </message>
    <message>
        <source>Megatron-DeepSpeed&apos;s default is 1</source>
        <translation>Megatron-DeepSpeed 的默认值为 1</translation>
    </message>
    <message>
        <source>and a pipeline of %1 ranks are both given</source>
        <translation>与 %1 个 rank 的流水线同时给出</translation>
    </message>
    <message>
        <source>is %1, and a pipeline of %2 ranks takes at most 1 in DeepSpeed</source>
        <translation>为 %1，而 DeepSpeed 在流水线有 %2 个 rank 时最多为 1</translation>
    </message>
    <message>
        <source>Megatron-DeepSpeed&apos;s default is 2</source>
        <translation>Megatron-DeepSpeed 的默认值为 2</translation>
    </message>
    <message>
        <source>must be a whole number, or a list of 0 and 1 for each layer like ([0]*3+[1]*58), not %1</source>
        <translation>须为整数，或每层一个 0 或 1 的列表，如 ([0]*3+[1]*58)，不能是 %1</translation>
    </message>
    <message>
        <source>is for %1 layers, and num_layers is %2</source>
        <translation>对应 %1 层，而 num_layers 为 %2</translation>
    </message>
    <message>
        <source>has no even distance between layers with experts</source>
        <translation>带专家的层间隔不均</translation>
    </message>
    <message>
        <source>taken as the last %1 layers</source>
        <translation>按最后 %1 层处理</translation>
    </message>
    <message>
        <source>differs from layer to layer</source>
        <translation>各层不同</translation>
    </message>
    <message>
        <source>taken as %1 in each layer that has experts</source>
        <translation>每个带专家的层都取 %1</translation>
    </message>
    <message>
        <source>is 1, which leaves nothing to choose from</source>
        <translation>为 1，无可选择</translation>
    </message>
    <message>
        <source>taken as a dense model</source>
        <translation>按稠密模型处理</translation>
    </message>
    <message>
        <source>is %1, no multiple of an expert&apos;s width %2</source>
        <translation>为 %1，不是专家宽度 %2 的倍数</translation>
    </message>
    <message>
        <source>taken as %1 shared experts</source>
        <translation>按 %1 个共享专家处理</translation>
    </message>
    <message>
        <source>Megatron-LM&apos;s default is 2</source>
        <translation>Megatron-LM 的默认值为 2</translation>
    </message>
    <message>
        <source>is ops, and the framework has full and selective</source>
        <translation>为 ops，而该框架只有 full 与 selective</translation>
    </message>
    <message>
        <source>is %1, which %2 devices are not divisible by</source>
        <translation>为 %1，而 %2 个设备不能被它整除</translation>
    </message>
    <message>
        <source>all are put on one node</source>
        <translation>全部放在一个节点上</translation>
    </message>
    <message>
        <source>is not given, and every file of this format has one</source>
        <translation>未给出，而此格式的文件都须有</translation>
    </message>
    <message>
        <source>is %1, and the framework runs 1f1b or interleaved</source>
        <translation>为 %1，而该框架只支持 1f1b 或 interleaved</translation>
    </message>
    <message>
        <source>written as 1f1b</source>
        <translation>写为 1f1b</translation>
    </message>
    <message>
        <source>is %1, taken as one scale for a tensor</source>
        <translation>为 %1，按每个张量一个缩放因子计</translation>
    </message>
    <message>
        <source>and bf16 are both given</source>
        <translation>与 bf16 同时给出</translation>
    </message>
    <message>
        <source>is %1, taken as Adam</source>
        <translation>为 %1，按 Adam 处理</translation>
    </message>
    <message>
        <source>is bf16 for one of the moments</source>
        <translation>只对一个矩为 bf16</translation>
    </message>
    <message>
        <source>taken for both</source>
        <translation>按两个矩都是处理</translation>
    </message>
    <message>
        <source>column %1: %2</source>
        <translation>第 %1 列：%2</translation>
    </message>
    <message>
        <source>there are more than %1 stages</source>
        <translation>阶段超过 %1 个</translation>
    </message>
    <message>
        <source>the embedding comes first, then transformer layers, MTP layers and the loss</source>
        <translation>顺序为词嵌入、Transformer 层、MTP 层、损失</translation>
    </message>
    <message>
        <source>E and L once</source>
        <translation>E 与 L 各一次</translation>
    </message>
    <message>
        <source>there are more than %1 layers</source>
        <translation>层超过 %1 个</translation>
    </message>
    <message>
        <source>there is no embedding</source>
        <translation>没有词嵌入</translation>
    </message>
    <message>
        <source>begin with an E</source>
        <translation>请以 E 开头</translation>
    </message>
    <message>
        <source>there is no loss</source>
        <translation>没有损失</translation>
    </message>
    <message>
        <source>end with an L</source>
        <translation>请以 L 结尾</translation>
    </message>
    <message>
        <source>this group has no end</source>
        <translation>此组没有结束</translation>
    </message>
    <message>
        <source>close it with &apos;)&apos; and a &apos;*n&apos;</source>
        <translation>请以“)”和“*n”结束</translation>
    </message>
    <message>
        <source>groups do not nest</source>
        <translation>组不能嵌套</translation>
    </message>
    <message>
        <source>write the inner one out</source>
        <translation>请展开内层的组</translation>
    </message>
    <message>
        <source>this group is empty</source>
        <translation>此组为空</translation>
    </message>
    <message>
        <source>a group is repeated</source>
        <translation>组须重复</translation>
    </message>
    <message>
        <source>write &apos;*n&apos; behind it</source>
        <translation>请在其后写“*n”</translation>
    </message>
    <message>
        <source>&apos;*&apos; is followed by how often, as in t*3</source>
        <translation>“*”之后为次数，如 t*3</translation>
    </message>
    <message>
        <source>more than %1 times is too often</source>
        <translation>重复次数不得超过 %1</translation>
    </message>
    <message>
        <source>%1repeats what stands right before it: a letter, a &apos;|&apos; or a group</source>
        <translation>%1重复紧邻其前的内容：字母、“|”或组</translation>
    </message>
    <message>
        <source>%1closes no group</source>
        <translation>%1没有对应的组</translation>
    </message>
    <message>
        <source>%1stands alone</source>
        <translation>%1单独出现</translation>
    </message>
    <message>
        <source>a number follows a &apos;*&apos;</source>
        <translation>“*”之后应为数字</translation>
    </message>
    <message>
        <source>a layout is of E, t, m, L, &apos;|&apos;, &apos;,&apos;, &apos;*&apos;, parentheses and digits</source>
        <translation>布局由 E、t、m、L、“|”、“,”、“*”、括号和数字组成</translation>
    </message>
    <message>
        <source>%1is not a layer</source>
        <translation>%1不是层</translation>
    </message>
    <message>
        <source>write E, t, m or L, and &apos;|&apos; between stages</source>
        <translation>请写 E、t、m 或 L，阶段之间写“|”</translation>
    </message>
    <message>
        <source>the layout is longer than %1 characters</source>
        <translation>布局超过 %1 个字符</translation>
    </message>
    <message>
        <source>repeat stages by (...)*n</source>
        <translation>请用 (...)*n 重复阶段</translation>
    </message>
    <message>
        <source>the layout has %1 stages, which are not divisible by %2 ranks</source>
        <translation>布局有 %1 个阶段，不能被 %2 个 rank 整除</translation>
    </message>
    <message>
        <source>an empty stage is written as &apos;||&apos;</source>
        <translation>空阶段写作“||”</translation>
    </message>
    <message>
        <source>the layout has %1 transformer layers, but the model has %2</source>
        <translation>布局有 %1 个 Transformer 层，而模型有 %2 个</translation>
    </message>
    <message>
        <source>the MTP layers stand on %1 stages</source>
        <translation>MTP 层分布在 %1 个阶段上</translation>
    </message>
    <message>
        <source>put all on one</source>
        <translation>请都放在一个阶段</translation>
    </message>
    <message>
        <source>the MTP layers stand on stage %1, chunk %2 of rank %3</source>
        <translation>MTP 层位于阶段 %1，即 rank %3 的模型块 %2</translation>
    </message>
    <message>
        <source>put them on the last chunk of a rank, stages %1 to %2</source>
        <translation>请放在某个 rank 的最后一个模型块，即阶段 %1 到 %2</translation>
    </message>
    <message>
        <source>every model has it</source>
        <translation>每个模型都须有</translation>
    </message>
    <message>
        <source>is of the encoder of the images</source>
        <translation>属于图像编码器</translation>
    </message>
    <message>
        <source>decoder_seq_length is taken</source>
        <translation>取 decoder_seq_length</translation>
    </message>
    <message>
        <source>taken as %1</source>
        <translation>取 %1</translation>
    </message>
    <message>
        <source>counts only with --group-query-attention, which is not there</source>
        <translation>仅在有 --group-query-attention 时起作用，而它不存在</translation>
    </message>
    <message>
        <source>with --swiglu Megatron-LM takes %1</source>
        <translation>有 --swiglu 时 Megatron-LM 取 %1</translation>
    </message>
    <message>
        <source>is %1, taken as a layer norm</source>
        <translation>为 %1，按 layer norm 处理</translation>
    </message>
    <message>
        <source>is %1, taken as rotary: it has no weights for positions either</source>
        <translation>为 %1，按 rotary 处理：同样没有位置权重</translation>
    </message>
    <message>
        <source>Megatron-LM&apos;s default is 0.1</source>
        <translation>Megatron-LM 的默认值为 0.1</translation>
    </message>
    <message>
        <source>Megatron&apos;s default is 0.1, that of a named model&apos;s own class may be 0</source>
        <translation>Megatron 的默认值为 0.1，具名模型自身的类可能为 0</translation>
    </message>
    <message>
        <source>is not in the file, as the tokenizer tells it</source>
        <translation>文件中没有，由分词器决定</translation>
    </message>
    <message>
        <source>is %1, padded to %2 = a multiple of %3 times tensor_model_parallel_size</source>
        <translation>为 %1，补齐到 %2，即 %3 × tensor_model_parallel_size 的倍数</translation>
    </message>
    <message>
        <source>the configuration class has %1</source>
        <translation>配置类的默认值为 %1</translation>
    </message>
    <message>
        <source>counts only with multi-latent attention, which is off</source>
        <translation>仅在启用多头潜在注意力时起作用，而它已关闭</translation>
    </message>
    <message>
        <source>is %1, where layers of attention and MLPs are no pairs, as in *-*- or *E*E</source>
        <translation>为 %1，其中注意力层与 MLP 层不像 *-*- 或 *E*E 那样成对</translation>
    </message>
    <message>
        <source>a strategy&apos;s layers have one of each</source>
        <translation>策略中的每层各有一个注意力和一个 MLP</translation>
    </message>
    <message>
        <source>has %1 layers, and num_layers is %2</source>
        <translation>有 %1 层，而 num_layers 为 %2</translation>
    </message>
    <message>
        <source>has layers of experts (E), and num_experts is not there</source>
        <translation>含有专家层（E），但没有给出 num_experts</translation>
    </message>
    <message>
        <source>has no layers of experts (E), and num_experts is there</source>
        <translation>不含专家层（E），却给出了 num_experts</translation>
    </message>
    <message>
        <source>counts layers of %1, of which two make one of a strategy</source>
        <translation>按 %1 的层计数，而其中每两层合为策略的一层</translation>
    </message>
    <message>
        <source>is taken as %1 layers, each of an attention and the MLP behind it</source>
        <translation>按 %1 层处理，每层由一个注意力及其后的 MLP 组成</translation>
    </message>
    <message>
        <source>is a range of nodes</source>
        <translation>是节点数的范围</translation>
    </message>
    <message>
        <source>the devices are left open</source>
        <translation>设备数不作设定</translation>
    </message>
    <message>
        <source>is %1 unless whoever runs the script says otherwise, which is too few for its ranks</source>
        <translation>为 %1（运行脚本的人可另行设定），不够容纳其各 rank</translation>
    </message>
    <message>
        <source>and the devices of a node are not both in the file</source>
        <translation>与每节点设备数没有同时在文件中给出</translation>
    </message>
    <message>
        <source>taken as the fewest, with %1</source>
        <translation>按最少的设备数处理，%1</translation>
    </message>
    <message>
        <source>%1 replica</source>
        <translation>%1 个副本</translation>
    </message>
    <message>
        <source>%1 replicas</source>
        <translation>%1 个副本</translation>
    </message>
    <message>
        <source>grows the batch up to global_batch_size, which is taken for all steps</source>
        <translation>使批大小逐步增大到 global_batch_size，此处每步都取该值</translation>
    </message>
    <message>
        <source>one microbatch a replica makes it %1</source>
        <translation>按每个副本一个微批次取 %1</translation>
    </message>
    <message>
        <source>must be one of %1, not %2</source>
        <translation>须为 %1 之一，不能是 %2</translation>
    </message>
    <message>
        <source>counts only with use_megatron_fsdp, which is off</source>
        <translation>仅在 use_megatron_fsdp 时起作用，而它已关闭</translation>
    </message>
    <message>
        <source>is not in the file: optim_grads_params, as the command line now has it</source>
        <translation>文件中没有：取命令行现在的默认值 optim_grads_params</translation>
    </message>
    <message>
        <source>it had no_shard before</source>
        <translation>以前的默认值为 no_shard</translation>
    </message>
    <message>
        <source>is not in the file: no_shard, as the configuration class has it</source>
        <translation>文件中没有：取配置类的默认值 no_shard</translation>
    </message>
    <message>
        <source>is taken as ZeRO-3, whoever carries it out</source>
        <translation>按 ZeRO-3 处理，无论由谁实现</translation>
    </message>
    <message>
        <source>is %1, and the %2 data ranks are not divisible by it</source>
        <translation>为 %1，而 %2 个数据并行 rank 不能被它整除</translation>
    </message>
    <message>
        <source>is less than 1</source>
        <translation>小于 1</translation>
    </message>
    <message>
        <source>the optimizer is taken as offloaded whole</source>
        <translation>按优化器整体卸载处理</translation>
    </message>
    <message>
        <source>counts only with --checkpoint-activations, which is not there</source>
        <translation>仅在有 --checkpoint-activations 时起作用，而它不存在</translation>
    </message>
    <message>
        <source>counts only with full recomputation</source>
        <translation>仅在完全重计算时起作用</translation>
    </message>
    <message>
        <source>different for some layers</source>
        <translation>部分层不同</translation>
    </message>
    <message>
        <source>older releases take ulysses_cp_algo, newer ones megatron_cp_algo, which is taken</source>
        <translation>旧版本取 ulysses_cp_algo，新版本取 megatron_cp_algo，此处取后者</translation>
    </message>
    <message>
        <source>is %1, taken as a ring</source>
        <translation>为 %1，按环形处理</translation>
    </message>
    <message>
        <source>trains a model with state-space layers, as Mamba has them</source>
        <translation>训练含有状态空间层（如 Mamba）的模型</translation>
    </message>
    <message>
        <source>trains a model whose tokens attend to all others</source>
        <translation>训练的模型中，每个词元都关注所有其他词元</translation>
    </message>
    <message>
        <source>taken so</source>
        <translation>按此处理</translation>
    </message>
    <message>
        <source>leaves a stage between the first and the last without a layer</source>
        <translation>使首尾之间的某个阶段没有层</translation>
    </message>
    <message>
        <source>here each of them has one, so the layers are dealt evenly instead</source>
        <translation>此处每个阶段都须有层，因此改为平均分配</translation>
    </message>
    <message>
        <source>does not say how many chunks a rank has, as %1 makes the ranks uneven</source>
        <translation>无法确定每个 rank 的模型块数，因为 %1 使各 rank 不均</translation>
    </message>
    <message>
        <source>give num_virtual_stages_per_pipeline_rank instead</source>
        <translation>请改为给出 num_virtual_stages_per_pipeline_rank</translation>
    </message>
    <message>
        <source>is %1, and %2 layers are not divisible by %3 pipeline ranks x %4 layers per chunk</source>
        <translation>为 %1，而 %2 层不能被 %3 个流水线 rank × 每个模型块 %4 层整除</translation>
    </message>
    <message>
        <source>and %1 are both given</source>
        <translation>与 %1 同时给出</translation>
    </message>
    <message>
        <source>asks for num_layers to be divisible by the stages, and %1 is not divisible by %2</source>
        <translation>要求 num_layers 能被阶段数整除，而 %1 不能被 %2 整除</translation>
    </message>
    <message>
        <source>must name layers from 0 to %1, each once, not %2</source>
        <translation>须列出 0 到 %1 的层，每层一次，不能是 %2</translation>
    </message>
    <message>
        <source>names %1 layers that do nothing</source>
        <translation>列出 %1 个空层</translation>
    </message>
    <message>
        <source>the model has %1</source>
        <translation>模型有 %1 层</translation>
    </message>
    <message>
        <source>taken as 1F1B</source>
        <translation>按 1F1B 处理</translation>
    </message>
    <message>
        <source>counts only with a virtual pipeline</source>
        <translation>仅在使用虚拟流水线时起作用</translation>
    </message>
    <message>
        <source>must be whole numbers with commas between, like 16,17,16,15, not %1</source>
        <translation>须为以逗号分隔的整数，如 16,17,16,15，不能是 %1</translation>
    </message>
    <message>
        <source>says it all</source>
        <translation>已说明全部划分</translation>
    </message>
    <message>
        <source>leave out the other keys that divide the layers</source>
        <translation>请删去其他划分层的键</translation>
    </message>
    <message>
        <source>counts only without noop_layers, which are given</source>
        <translation>仅在没有 noop_layers 时起作用，而它已给出</translation>
    </message>
    <message>
        <source>comes without %1: Megatron-LM&apos;s defaults are taken</source>
        <translation>缺少 %1：取 Megatron-LM 的默认值</translation>
    </message>
    <message>
        <source>is %1, taken as cosine</source>
        <translation>为 %1，按 cosine 处理</translation>
    </message>
    <message>
        <source>is taken as the first %1 steps</source>
        <translation>按前 %1 步处理</translation>
    </message>
    <message>
        <source>Megatron-LM&apos;s --yaml-cfg</source>
        <translation>Megatron-LM 的 --yaml-cfg</translation>
    </message>
    <message>
        <source>MindSpeed-LLM arguments in a shell script</source>
        <translation>shell 脚本中的 MindSpeed-LLM 参数</translation>
    </message>
    <message>
        <source>is overridden by %1</source>
        <translation>被 %1 覆盖</translation>
    </message>
    <message>
        <source>must be the plain name of a file in model/, not %1</source>
        <translation>须为 model/ 中的文件名，不能是 %1</translation>
    </message>
    <message>
        <source>names %1, which is not in the folder</source>
        <translation>指定的 %1 不在文件夹中</translation>
    </message>
    <message>
        <source>the model is taken from this file alone</source>
        <translation>模型只取自此文件</translation>
    </message>
    <message>
        <source>it stays in its file</source>
        <translation>保留在原文件中</translation>
    </message>
    <message>
        <source>stands under actor_config, over whatever model/NAME.yaml says</source>
        <translation>位于 actor_config 之下，优先于 model/NAME.yaml 的内容</translation>
    </message>
    <message>
        <source>MindSpeed-RL still wants the name of such a file</source>
        <translation>MindSpeed-RL 仍要求给出该文件名</translation>
    </message>
    <message>
        <source>MindSpeed-RL&apos;s roles in three layers</source>
        <translation>MindSpeed-RL 的三层角色配置</translation>
    </message>
    <message>
        <source>nanotron&apos;s sizes are all explicit</source>
        <translation>nanotron 的尺寸都须显式给出</translation>
    </message>
    <message>
        <source>means nothing without a model</source>
        <translation>没有模型时没有意义</translation>
    </message>
    <message>
        <source>is not in the file: afab, which is nanotron&apos;s default</source>
        <translation>文件中没有：取 nanotron 的默认值 afab</translation>
    </message>
    <message>
        <source>is off, which keeps gathered activations</source>
        <translation>已关闭，会保留收集后的激活</translation>
    </message>
    <message>
        <source>a strategy gathers them again</source>
        <translation>策略会重新收集</translation>
    </message>
    <message>
        <source>a model needs it</source>
        <translation>模型需要它</translation>
    </message>
    <message>
        <source>is of a kind that is not known here: taken as Llama&apos;s</source>
        <translation>种类未知：按 Llama 处理</translation>
    </message>
    <message>
        <source>is not a multiple of moe_intermediate_size: rounded up</source>
        <translation>不是 moe_intermediate_size 的倍数：向上取整</translation>
    </message>
    <message>
        <source>pads the vocabulary to %1 there</source>
        <translation>原配置把词表补齐到 %1</translation>
    </message>
    <message>
        <source>the strategy has it unpadded</source>
        <translation>策略中不补齐</translation>
    </message>
    <message>
        <source>is taken as a straight line</source>
        <translation>按直线处理</translation>
    </message>
    <message>
        <source>lets the rate stand still first</source>
        <translation>先让学习率保持不变</translation>
    </message>
    <message>
        <source>here it falls from the warm-up on</source>
        <translation>此处预热结束后即下降</translation>
    </message>
    <message>
        <source>nanotron&apos;s file needs model.model_config</source>
        <translation>nanotron 的文件需要 model.model_config</translation>
    </message>
    <message>
        <source>is written as 1, the most that nanotron has</source>
        <translation>写为 1，即 nanotron 的上限</translation>
    </message>
    <message>
        <source>nanotron (YAML)</source>
        <translation>nanotron（YAML）</translation>
    </message>
    <message>
        <source>must be a list of two numbers, like [0.9, 0.98]</source>
        <translation>须为两个数的列表，如 [0.9, 0.98]</translation>
    </message>
    <message>
        <source>must be 1: microbatches follow from global_batch_size here</source>
        <translation>须为 1：微批次数由 global_batch_size 得出</translation>
    </message>
    <message>
        <source>NeMo 1&apos;s model and trainer</source>
        <translation>NeMo 1 的 model 与 trainer</translation>
    </message>
    <message>
        <source>Bubblescope&apos;s own strategy (YAML)</source>
        <translation>Bubblescope 策略（YAML）</translation>
    </message>
    <message>
        <source>must be at least 1</source>
        <translation>至少为 1</translation>
    </message>
    <message>
        <source>only dp_degree may be -1</source>
        <translation>只有 dp_degree 可以为 -1</translation>
    </message>
    <message>
        <source>must be at least 1, not -1</source>
        <translation>至少为 1，不能是 -1</translation>
    </message>
    <message>
        <source>%1is what is left of the devices, whose number is not in the file: one group of sharding_degree ranks</source>
        <translation>%1由剩余设备决定，而文件中没有设备数：按一组 sharding_degree 个 rank 处理</translation>
    </message>
    <message>
        <source>%1is what is left of the devices, whose number is not in the file: parallel.data is left open</source>
        <translation>%1由剩余设备决定，而文件中没有设备数：parallel.data 不作设定</translation>
    </message>
    <message>
        <source>is not in the file, so it %1</source>
        <translation>文件中没有，因此%1</translation>
    </message>
    <message>
        <source>one group of sharding_degree ranks</source>
        <translation>一组 sharding_degree 个 rank</translation>
    </message>
    <message>
        <source>parallel.data is left open</source>
        <translation>parallel.data 不作设定</translation>
    </message>
    <message>
        <source>has pp between dp and sharding</source>
        <translation>中 pp 位于 dp 与 sharding 之间</translation>
    </message>
    <message>
        <source>here both lie on the side of sharding</source>
        <translation>此处二者都在 sharding 一侧</translation>
    </message>
    <message>
        <source>is not in the file: bf16, as the program&apos;s code may say</source>
        <translation>文件中没有：取 bf16，程序代码可能另行指定</translation>
    </message>
    <message>
        <source>is decided by the program: PipelineLayer(num_virtual_pipeline_stages=%1)</source>
        <translation>由程序决定：PipelineLayer(num_virtual_pipeline_stages=%1)</translation>
    </message>
    <message>
        <source>Paddle fleet, hybrid_configs (JSON)</source>
        <translation>Paddle fleet，hybrid_configs（JSON）</translation>
    </message>
    <message>
        <source>must be -1 or at least 1, not 0</source>
        <translation>须为 -1 或至少为 1，不能是 0</translation>
    </message>
    <message>
        <source>is &apos;%1&apos;, which this format does not have</source>
        <translation>为“%1”，而此格式中没有</translation>
    </message>
    <message>
        <source>1F1B is written</source>
        <translation>写为 1F1B</translation>
    </message>
    <message>
        <source>and context_parallel_degree are both above 1</source>
        <translation>与 context_parallel_degree 都大于 1</translation>
    </message>
    <message>
        <source>must be stage1, stage2 or stage3, perhaps with offload, not &apos;%1&apos;</source>
        <translation>须为 stage1、stage2 或 stage3，可加 offload，不能是“%1”</translation>
    </message>
    <message>
        <source>leaves the ranks of data parallelism to the number of devices, which is not in the file: parallel.data is open</source>
        <translation>数据并行 rank 数由设备数决定，而文件中没有设备数：parallel.data 不作设定</translation>
    </message>
    <message>
        <source>is taken as all ranks of data parallelism: the number of devices is not in the file</source>
        <translation>按全部数据并行 rank 处理：文件中没有设备数</translation>
    </message>
    <message>
        <source>must be pp_first or sharding_first, not &apos;%1&apos;</source>
        <translation>须为 pp_first 或 sharding_first，不能是“%1”</translation>
    </message>
    <message>
        <source>has words beside use_dualpipev</source>
        <translation>除 use_dualpipev 外还有其他词</translation>
    </message>
    <message>
        <source>what they say of communication is taken as usual</source>
        <translation>它们关于通信的内容按通常情况处理</translation>
    </message>
    <message>
        <source>repeats the projections of the attention too</source>
        <translation>还会重计算注意力的投影</translation>
    </message>
    <message>
        <source>selective repeats its core</source>
        <translation>selective 只重计算其核心</translation>
    </message>
    <message>
        <source>must be full, full_attn or core_attn, not &apos;%1&apos;</source>
        <translation>须为 full、full_attn 或 core_attn，不能是“%1”</translation>
    </message>
    <message>
        <source>and bf16 are both on</source>
        <translation>与 bf16 同时开启</translation>
    </message>
    <message>
        <source>is taken as linear</source>
        <translation>按 linear 处理</translation>
    </message>
    <message>
        <source>is a share of max_steps, which is not in the file</source>
        <translation>是 max_steps 的比例，而文件中没有 max_steps</translation>
    </message>
    <message>
        <source>names a model whose sizes are in its own config.json: import that, and put the two together</source>
        <translation>指定的模型尺寸在其自身的 config.json 中：请导入该文件并将二者合并</translation>
    </message>
    <message>
        <source>is the length of a sample: model.sequence is %1 once the model is known</source>
        <translation>是样本的长度：模型确定后，model.sequence 取 %1</translation>
    </message>
    <message>
        <source>the model needs it, as the file gives its hidden_size and num_hidden_layers</source>
        <translation>文件已给出 hidden_size 与 num_hidden_layers，模型还需要它</translation>
    </message>
    <message>
        <source>is of a model like Llama: gated, rmsnorm, rotary, untied, no biases</source>
        <translation>按类似 Llama 的模型处理：门控、rmsnorm、rotary、不共享词嵌入、无偏置</translation>
    </message>
    <message>
        <source>PaddleNLP trainer (JSON)</source>
        <translation>PaddleNLP trainer（JSON）</translation>
    </message>
    <message>
        <source>stage%1 offload</source>
        <translation>stage%1 offload</translation>
    </message>
    <message>
        <source>%1 offload</source>
        <translation>%1 offload</translation>
    </message>
    <message>
        <source>takes in what is written elsewhere, which is not followed</source>
        <translation>引入了别处的内容，此处不跟随</translation>
    </message>
    <message>
        <source>lies outside the folder of the script, and no folder above is that of a repository (.git, pyproject.toml, setup.py)</source>
        <translation>位于脚本所在文件夹之外，且上层没有任何文件夹是仓库（.git、pyproject.toml、setup.py）</translation>
    </message>
    <message>
        <source>not followed</source>
        <translation>未跟随</translation>
    </message>
    <message>
        <source>lies outside the folder of the script, and anyone may write to the folder above that looks like a repository (.git, pyproject.toml, setup.py)</source>
        <translation>位于脚本所在文件夹之外，而上层形似仓库（.git、pyproject.toml、setup.py）的文件夹任何人都可写入</translation>
    </message>
    <message>
        <source>not read</source>
        <translation>未读取</translation>
    </message>
    <message>
        <source>is a hidden file, or in a hidden folder</source>
        <translation>是隐藏文件，或位于隐藏文件夹中</translation>
    </message>
    <message>
        <source>is in the repository of the script, of which only scripts (*.sh) are read</source>
        <translation>位于脚本所在的仓库中，而仓库中只读取脚本（*.sh）</translation>
    </message>
    <message>
        <source>lies in a folder that anyone may write to</source>
        <translation>位于任何人都可写入的文件夹中</translation>
    </message>
    <message>
        <source>merges in another part of the file, which is not followed</source>
        <translation>合并了文件的另一部分，此处不跟随</translation>
    </message>
    <message>
        <source>write its keys out</source>
        <translation>请展开写出其中的键</translation>
    </message>
    <message>
        <source>has more than %1 settings</source>
        <translation>超过 %1 项设置</translation>
    </message>
    <message>
        <source>repeats itself through aliases too often to be a configuration</source>
        <translation>别名重复过多，不像是配置</translation>
    </message>
    <message>
        <source>a configuration has at most %1</source>
        <translation>配置最多 %1 字节</translation>
    </message>
    <message>
        <source>has an operator inside an array</source>
        <translation>数组中含有运算符</translation>
    </message>
    <message>
        <source>has a ( that is not closed</source>
        <translation>有未闭合的 (</translation>
    </message>
    <message>
        <source>takes %1 only in a branch, a loop or a function that is not decided here</source>
        <translation>只在此处无法判定的分支、循环或函数中取 %1</translation>
    </message>
    <message>
        <source>%1 on line %2</source>
        <translation>%1，行号 %2</translation>
    </message>
    <message>
        <source>is set in a branch, a loop or a function to %1</source>
        <translation>在分支、循环或函数中设为 %1</translation>
    </message>
    <message>
        <source>%1, to %2</source>
        <translation>%1；或 %2</translation>
    </message>
    <message>
        <source>has more than %1 blocks in each other</source>
        <translation>块的嵌套超过 %1 层</translation>
    </message>
    <message>
        <source>is set by the loop on line %1, which is not followed</source>
        <translation>由第 %1 行的循环设定，此处不跟随</translation>
    </message>
    <message>
        <source>has loops that go on too long to be followed</source>
        <translation>循环过长，无法跟随</translation>
    </message>
    <message>
        <source>is too long to be decided</source>
        <translation>过长，无法判定</translation>
    </message>
    <message>
        <source>is not set in the script, and taken as empty where it is asked for</source>
        <translation>在脚本中没有设定，用到时按空值处理</translation>
    </message>
    <message>
        <source>is arithmetic that cannot be done without running the script</source>
        <translation>是不运行脚本就无法计算的算术</translation>
    </message>
    <message>
        <source>has more than %1 words</source>
        <translation>超过 %1 个词</translation>
    </message>
    <message>
        <source>has more than %1 places that only running it could tell</source>
        <translation>有超过 %1 处内容只有运行后才能确定</translation>
    </message>
    <message>
        <source>expands to more than %1 characters up to here</source>
        <translation>到此为止展开后超过 %1 个字符</translation>
    </message>
    <message>
        <source>is there a variable that holds itself twice?</source>
        <translation>是否有变量两次包含自身？</translation>
    </message>
    <message>
        <source>has more than %1 words in one command</source>
        <translation>一条命令超过 %1 个词</translation>
    </message>
    <message>
        <source>has a &apos; that is not closed</source>
        <translation>有未闭合的 &apos;</translation>
    </message>
    <message>
        <source>has a &quot; that is not closed</source>
        <translation>有未闭合的 &quot;</translation>
    </message>
    <message>
        <source>is the output of a command</source>
        <translation>是命令的输出</translation>
    </message>
    <message>
        <source>is given when the script is run</source>
        <translation>在运行脚本时给出</translation>
    </message>
    <message>
        <source>is not closed as arithmetic is</source>
        <translation>算术表达式没有闭合</translation>
    </message>
    <message>
        <source>is an expansion that is not followed</source>
        <translation>是此处不处理的展开</translation>
    </message>
    <message>
        <source>has a ${ that is not closed</source>
        <translation>有未闭合的 ${</translation>
    </message>
    <message>
        <source>takes its default %1</source>
        <translation>取其默认值 %1</translation>
    </message>
    <message>
        <source>whoever runs the script may set another</source>
        <translation>运行脚本的人可另行设定</translation>
    </message>
    <message>
        <source>is not set in the script</source>
        <translation>在脚本中没有设定</translation>
    </message>
    <message>
        <source>has a %1 that is not closed</source>
        <translation>有未闭合的 %1</translation>
    </message>
    <message>
        <source>has a %1</source>
        <translation>含有 %1</translation>
    </message>
    <message>
        <source>would make what the script takes in more than %1 bytes</source>
        <translation>会使脚本引入的内容超过 %1 字节</translation>
    </message>
    <message>
        <source>is taken for %1 in the repository of the script</source>
        <translation>按脚本所在仓库中的 %1 处理</translation>
    </message>
    <message>
        <source>is taken for %1 in the folder of the script</source>
        <translation>按脚本所在文件夹中的 %1 处理</translation>
    </message>
    <message>
        <source>a script of arguments has at most %1</source>
        <translation>参数脚本最多 %1</translation>
    </message>
    <message>
        <source>is not in the file: 8, torchtitan&apos;s default</source>
        <translation>文件中没有：取 torchtitan 的默认值 8</translation>
    </message>
    <message>
        <source>is %1, which does not divide into its microbatches</source>
        <translation>为 %1，不能平均分为微批次</translation>
    </message>
    <message>
        <source>is accumulated over several passes of the pipeline there, and is one pass here</source>
        <translation>原配置分多次通过流水线累积，此处为一次</translation>
    </message>
    <message>
        <source>is what is left of the devices, whose number is not in the file: %1</source>
        <translation>由剩余设备决定，而文件中没有设备数：%1</translation>
    </message>
    <message>
        <source>%1as few ranks as the experts divide among, %2</source>
        <translation>%1按分摊专家所需的最少 rank 数处理，即 %2 个</translation>
    </message>
    <message>
        <source>%1one rank of each replica</source>
        <translation>%1按每个副本一个 rank 处理</translation>
    </message>
    <message>
        <source>%1parallel.data is left open</source>
        <translation>%1parallel.data 不作设定</translation>
    </message>
    <message>
        <source>one rank of each replica</source>
        <translation>按每个副本一个 rank 处理</translation>
    </message>
    <message>
        <source>is %1 tokens, which do not divide into samples of %2</source>
        <translation>为 %1 个词元，不能平均分为每个 %2 词元的样本</translation>
    </message>
    <message>
        <source>names a model whose sizes are in torchtitan&apos;s code: &apos;%1&apos; &apos;%2&apos; is not known here, so the strategy has no model</source>
        <translation>指定的模型尺寸在 torchtitan 的代码中：这里不认识“%1”“%2”，因此策略没有模型</translation>
    </message>
    <message>
        <source>is not in the file: 2048, torchtitan&apos;s default</source>
        <translation>文件中没有：取 torchtitan 的默认值 2048</translation>
    </message>
    <message>
        <source>is a name: the sizes are those published for %1 %2</source>
        <translation>是名称：尺寸取 %1 %2 公布的值</translation>
    </message>
    <message>
        <source>must be default, always or never, not &apos;%1&apos;</source>
        <translation>须为 default、always 或 never，不能是“%1”</translation>
    </message>
    <message>
        <source>is %1, and must divide data_parallel_shard_degree x context_parallel_degree x tensor_parallel_degree = %2</source>
        <translation>为 %1，须能整除 data_parallel_shard_degree × context_parallel_degree × tensor_parallel_degree = %2</translation>
    </message>
    <message>
        <source>has the schedule, and is not read: name it as schedule.file of a schedule &apos;custom&apos;</source>
        <translation>含有调度，未读取：请用“custom”调度并把它写入 schedule.file</translation>
    </message>
    <message>
        <source>says the stages by the layers of the model, which is not known here</source>
        <translation>按模型的层指定阶段，而模型未知</translation>
    </message>
    <message>
        <source>is not in the file: layers are divided evenly</source>
        <translation>文件中没有：各层平均划分</translation>
    </message>
    <message>
        <source>newer versions give the first and the last stage one less</source>
        <translation>新版本给首尾阶段各少一层</translation>
    </message>
    <message>
        <source>torchtitan (TOML</source>
        <translation>torchtitan（TOML</translation>
    </message>
    <message>
        <source>written as a Python recipe)</source>
        <translation>写为 Python 配方）</translation>
    </message>
    <message>
        <source>is written as 3: torchtitan shares weights, gradients and optimizer states together</source>
        <translation>写成 3：torchtitan 将权重、梯度和优化器状态一起切分</translation>
    </message>
    <message>
        <source>is &apos;%1&apos;, which torchtitan does not have</source>
        <translation>为“%1”，而 torchtitan 没有</translation>
    </message>
    <message>
        <source>is not known: the rate falls until training.steps, 10000 unless given</source>
        <translation>未知：学习率下降到 training.steps 为止，未给出时为 10000</translation>
    </message>
    <message>
        <source>keeps the results of the costly operations there, and repeats the core of the attention here</source>
        <translation>原配置保留高开销运算的结果，此处重计算注意力的核心</translation>
    </message>
    <message>
        <source>is the function&apos;s name as far as Python allows: %1</source>
        <translation>是 Python 所允许的函数名：%1</translation>
    </message>
    <message>
        <source>has sizes that torchtitan has no name for: give the function the model&apos;s own specification</source>
        <translation>其尺寸在 torchtitan 中没有名称：请向该函数传入模型自身的规格</translation>
    </message>
    <message>
        <source>is %1 here, and the recipe cannot say so</source>
        <translation>此处为 %1，而配方无法表达</translation>
    </message>
    <message>
        <source>is %1 here, and the recipe means %2</source>
        <translation>此处为 %1，而配方表示 %2</translation>
    </message>
    <message>
        <source>cannot say so</source>
        <translation>无法表达</translation>
    </message>
    <message>
        <source>means %1</source>
        <translation>表示 %1</translation>
    </message>
    <message>
        <source>makes %1, which are not divisible by %2 pipeline ranks</source>
        <translation>得到 %1，不能被 %2 个流水线 rank 整除</translation>
    </message>
    <message>
        <source>makes %1, and this schedule has one stage per rank</source>
        <translation>得到 %1，而此调度每个 rank 一个阶段</translation>
    </message>
    <message>
        <source>makes %1, and this schedule has two or more a rank</source>
        <translation>得到 %1，而此调度每个 rank 两个或更多</translation>
    </message>
    <message>
        <source>makes %1 of %2 layers</source>
        <translation>把 %2 层划分为 %1</translation>
    </message>
    <message>
        <source>every stage needs one</source>
        <translation>每个阶段都须有</translation>
    </message>
    <message>
        <source>leaves no layer to the first or the last stage</source>
        <translation>没有给首个或最后一个阶段留层</translation>
    </message>
    <message>
        <source>is not TOML here: only text in quotes and comments may have such characters</source>
        <translation>此处不是 TOML：只有引号内的文本和注释可含这类字符</translation>
    </message>
    <message>
        <source>is nested too deeply to be a configuration</source>
        <translation>嵌套过深，不像是配置</translation>
    </message>
    <message>
        <source>is not TOML here: %1</source>
        <translation>此处不是 TOML：%1</translation>
    </message>
    <message>
        <source>keeps the products of weight gradients in 16 bits</source>
        <translation>权重梯度的矩阵乘法仍用 16 位</translation>
    </message>
    <message>
        <source>taken as rowwise</source>
        <translation>按逐行缩放计</translation>
    </message>
    <message>
        <source>must be linear, sqrt or cosine, not &apos;%1&apos;</source>
        <translation>须为 linear、sqrt 或 cosine，不能是“%1”</translation>
    </message>
    <message>
        <source>is not in the file: selective, torchtitan&apos;s default</source>
        <translation>文件中没有：取 torchtitan 的默认值 selective</translation>
    </message>
    <message>
        <source>is taken as selective by operation: the compiler chooses there</source>
        <translation>按运算级 selective 处理：原配置由编译器选择</translation>
    </message>
    <message>
        <source>must be none, selective, full or memory_budget, not &apos;%1&apos;</source>
        <translation>须为 none、selective、full 或 memory_budget，不能是“%1”</translation>
    </message>
    <message>
        <source>must be op or a number of layers, not &apos;%1&apos;</source>
        <translation>须为 op 或层数，不能是“%1”</translation>
    </message>
    <message>
        <source>repeats one layer in %1</source>
        <translation>每 %1 层重计算一层</translation>
    </message>
    <message>
        <source>here as many, the first of each stage</source>
        <translation>此处数目相同，为每个阶段的前几层</translation>
    </message>
    <message>
        <source>here all, as the model is not known</source>
        <translation>此处为全部，因为模型未知</translation>
    </message>
    <message>
        <source>must be bfloat16 or float32, not &apos;%1&apos;</source>
        <translation>须为 bfloat16 或 float32，不能是“%1”</translation>
    </message>
</context>
<context>
    <name>measured</name>
    <message>
        <source>step %1: %2</source>
        <translation>第 %1 步：%2</translation>
    </message>
    <message>
        <source>the recorded steps have no length</source>
        <translation>记录的训练步没有时长</translation>
    </message>
    <message>
        <source>there is nothing to fit</source>
        <translation>没有可拟合的内容</translation>
    </message>
    <message>
        <source>%1, %2 per rank, %3 and %4</source>
        <translation>%1、每个 rank %2、%3、%4</translation>
    </message>
    <message>
        <source>%1 microbatch</source>
        <translation>%1 个微批次</translation>
    </message>
    <message>
        <source>%1 microbatches</source>
        <translation>%1 个微批次</translation>
    </message>
    <message>
        <source>%1 direction</source>
        <translation>%1 个方向</translation>
    </message>
    <message>
        <source>%1 directions</source>
        <translation>%1 个方向</translation>
    </message>
    <message>
        <source>the recording is of %1 with %2, and the strategy has %3</source>
        <translation>记录来自 %1（%2），而策略有 %3</translation>
    </message>
    <message>
        <source>give the strategy that was run</source>
        <translation>请给出当时运行的策略</translation>
    </message>
    <message>
        <source>the recording did not run the strategy&apos;s order</source>
        <translation>记录中执行的不是该策略的操作顺序</translation>
    </message>
    <message>
        <source>of %1 recorded steps none is left to fit</source>
        <translation>记录的 %1 步中没有可拟合的</translation>
    </message>
    <message>
        <source>record a longer run</source>
        <translation>请记录更长的运行</translation>
    </message>
    <message>
        <source>power cap</source>
        <translation>功率上限</translation>
    </message>
    <message>
        <source>too hot (driver)</source>
        <translation>过热（驱动限制）</translation>
    </message>
    <message>
        <source>too hot (hardware)</source>
        <translation>过热（硬件限制）</translation>
    </message>
    <message>
        <source>hardware slowdown</source>
        <translation>硬件降频</translation>
    </message>
    <message>
        <source>power brake</source>
        <translation>功率制动</translation>
    </message>
    <message>
        <source>in step with other devices</source>
        <translation>与其他设备同步</translation>
    </message>
    <message>
        <source>iteration %1: %2</source>
        <translation>第 %1 次迭代：%2</translation>
    </message>
    <message>
        <source>kernel %1</source>
        <translation>内核 %1</translation>
    </message>
    <message>
        <source>%1 again</source>
        <translation>再次%1</translation>
    </message>
    <message>
        <source>beside the ops</source>
        <translation>与操作并行</translation>
    </message>
    <message>
        <source>other kernels</source>
        <translation>其他内核</translation>
    </message>
    <message>
        <source>op %1 on rank %2 should be %3</source>
        <translation>rank %2 上的操作 %1 应为 %3</translation>
    </message>
    <message>
        <source>it has %1 ranks, and %2 are scheduled</source>
        <translation>它有 %1 个 rank，而调度安排了 %2 个</translation>
    </message>
    <message>
        <source>%1, and nothing more was recorded there</source>
        <translation>%1，而那里没有更多记录</translation>
    </message>
    <message>
        <source>%1, and %2 ran</source>
        <translation>%1，而实际执行的是 %2</translation>
    </message>
    <message>
        <source>rank %1 ran %2 after its last op</source>
        <translation>rank %1 在最后一个操作之后又执行了 %2</translation>
    </message>
    <message>
        <source>this machine was busy with something else then, so those steps say nothing of the plan</source>
        <translation>当时本机正忙于其他任务，因此这些步不能说明计划的好坏</translation>
    </message>
    <message>
        <source>the messages are too large or the ops too short for this machine, so do not take the difference for the plan&apos;s</source>
        <translation>对本机而言消息过大或操作过短，因此不要把差异归于计划</translation>
    </message>
    <message>
        <source>the emulation could not keep up: %1 of %2 steps ended more than %3 % after they were due or lost as much of their busy time (the longest took %4 ms, predicted %5 ms)</source>
        <translation>仿真跟不上：%2 步中有 %1 步晚于应完成时刻超过 %3%，或损失了同样多的忙碌时间（最长 %4 ms，预测 %5 ms）</translation>
    </message>
    <message>
        <source>%1: holds no recording (events.bslog)</source>
        <translation>%1：不含记录（events.bslog）</translation>
    </message>
    <message>
        <source>%1: is neither the folder of a recorded run nor an event log</source>
        <translation>%1：既不是已记录运行的文件夹，也不是事件日志</translation>
    </message>
    <message>
        <source>`bubblescope-run list --json` says where runs are recorded</source>
        <translation>运行的记录位置见 bubblescope-run list --json</translation>
    </message>
    <message>
        <source>%1: says nothing of the run it is of: no Hello of a rank is in it</source>
        <translation>%1：没有说明属于哪个运行：其中没有任何 rank 的 Hello</translation>
    </message>
    <message>
        <source>%1 records fit no step of the run, and are left out</source>
        <translation>%1 条记录不属于该运行的任何一步，已略去</translation>
    </message>
    <message>
        <source>%1 threads</source>
        <translation>%1 个线程</translation>
    </message>
    <message>
        <source>%1 and more</source>
        <translation>%1 等</translation>
    </message>
    <message>
        <source>%1, and so on, %2 hosts in all</source>
        <translation>%1 等，共 %2 台主机</translation>
    </message>
    <message>
        <source>rank %1 on %2</source>
        <translation>rank %1 在 %2 上</translation>
    </message>
    <message>
        <source>ranks %1 on %2</source>
        <translation>rank %1 在 %2 上</translation>
    </message>
    <message>
        <source>spans of it are lost</source>
        <translation>其部分区间已丢失</translation>
    </message>
    <message>
        <source>the schedule is %1: the dumps do not say so, but its order is what ran</source>
        <translation>调度为 %1：转储没有说明，但执行顺序与其一致</translation>
    </message>
    <message>
        <source>the schedule is %1: no known one makes the order that ran</source>
        <translation>调度为 %1：没有已知的调度会产生实际的执行顺序</translation>
    </message>
    <message>
        <source>forwards, and backwards, are numbered in the turn of %1</source>
        <translation>前向与反向均按 %1 的次序编号</translation>
    </message>
    <message>
        <source>all ranks count from the same moment, as the dumps say</source>
        <translation>转储表明所有 rank 从同一时刻计时</translation>
    </message>
    <message>
        <source>the ranks&apos; clocks are moved by up to %1 ms, to the middle of what the ops leave open, which can be wrong by %2 ms</source>
        <translation>各 rank 的时钟最多移动 %1 ms，取操作先后关系所允许范围的中点，误差可达 %2 ms</translation>
    </message>
    <message>
        <source>the clock of rank %1 is set forward by %2 us a second, the most of all, which can be wrong by %3 us</source>
        <translation>rank %1 的时钟前向校正最大，每秒 %2 µs，误差可达 %3 µs</translation>
    </message>
    <message>
        <source>what a rank does after its last op is %1, as dp_size is %2</source>
        <translation>rank 在最后一个操作之后执行的是 %1，因为 dp_size 为 %2</translation>
    </message>
    <message>
        <source>the reduction of gradients</source>
        <translation>梯度归约</translation>
    </message>
    <message>
        <source>the optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>the ranks end together, so until the last has come to it the others wait</source>
        <translation>各 rank 同时结束，因此其他 rank 要等最后一个到达</translation>
    </message>
    <message>
        <source>%1 of %2 iterations ran another order, and are left out</source>
        <translation>%2 次迭代中有 %1 次的执行顺序不同，已略去</translation>
    </message>
    <message>
        <source>in %1 of %2 iterations ops contradict each other by up to %3 ms, whatever the clocks</source>
        <translation>无论时钟如何，%2 次迭代中有 %1 次的操作时间互相矛盾，最多相差 %3 ms</translation>
    </message>
    <message>
        <source>%1 ops begin before their input was made, by up to %2 ms, whatever the clocks: they are left where they are</source>
        <translation>无论时钟如何，都有 %1 个操作早于其输入产生而开始，最多早 %2 ms：保持原位</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>rank %1 does not run %2: its op %3 would be %4, and it ran %5</source>
        <translation>rank %1 执行的不是 %2：其第 %3 个操作应为 %4，而实际执行的是 %5</translation>
    </message>
    <message>
        <source>rank %1 does not run %2: its op %3 would be %4, and that begins at %5, before %6 has ended at %7</source>
        <translation>rank %1 执行的不是 %2：其第 %3 个操作应为 %4，而它始于 %5，早于 %6 的结束 %7</translation>
    </message>
    <message>
        <source>of the schedules that can be told from such times (%1) none is what ran</source>
        <translation>能由这类时间识别的调度（%1）都与实际执行不符</translation>
    </message>
    <message>
        <source>the ranks&apos; clocks are so far apart that the step would last over %1</source>
        <translation>各 rank 的时钟相差过大，训练步将超过 %1</translation>
    </message>
</context>
<context>
    <name>telemetry</name>
    <message>
        <source>a run must have 1 to %1 ranks, not %2</source>
        <translation>运行须有 1 到 %1 个 rank，不能是 %2 个</translation>
    </message>
    <message>
        <source>an aggregator must be there for 1 to all of the run&apos;s %1 ranks, not %2</source>
        <translation>汇聚器须服务于运行的 1 到全部 %1 个 rank，不能是 %2 个</translation>
    </message>
    <message>
        <source>an aggregator gathers frames for 0 ms to 1 s</source>
        <translation>汇聚器收集帧的时间须为 0 ms 到 1 s</translation>
    </message>
    <message>
        <source>the aggregator cannot listen on %1: %2</source>
        <translation>汇聚器无法监听 %1：%2</translation>
    </message>
    <message>
        <source>frame does not start with the magic number</source>
        <translation>帧的开头不是魔数</translation>
    </message>
    <message>
        <source>frame has a version that this program does not know</source>
        <translation>帧的版本无法识别</translation>
    </message>
    <message>
        <source>frame is shorter or longer than its header says</source>
        <translation>帧的长度与帧头不符</translation>
    </message>
    <message>
        <source>frame comes from a rank outside the run</source>
        <translation>帧来自运行之外的 rank</translation>
    </message>
    <message>
        <source>frame header has a value out of range</source>
        <translation>帧头中有超出范围的值</translation>
    </message>
    <message>
        <source>frame checksum differs</source>
        <translation>帧的校验和不符</translation>
    </message>
    <message>
        <source>frame payload does not fit its record count</source>
        <translation>帧的内容与记录数不符</translation>
    </message>
    <message>
        <source>frame has a record with a value out of range</source>
        <translation>帧中有超出范围的记录</translation>
    </message>
    <message>
        <source>frame must have exactly one record</source>
        <translation>帧须恰有一条记录</translation>
    </message>
    <message>
        <source>frame has a log line with a value out of range</source>
        <translation>帧的日志行中有超出范围的值</translation>
    </message>
    <message>
        <source>frame has a log line that is not clean UTF-8</source>
        <translation>帧的日志行不是合法的 UTF-8</translation>
    </message>
    <message>
        <source>frame has a kind that this program does not know</source>
        <translation>帧的种类无法识别</translation>
    </message>
    <message>
        <source>frame is shorter than a header or longer than the limit</source>
        <translation>帧短于帧头或超过上限</translation>
    </message>
    <message>
        <source>the collector stopped</source>
        <translation>收集器已停止</translation>
    </message>
    <message>
        <source>the collector cannot listen on %1: %2</source>
        <translation>收集器无法监听 %1：%2</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2</source>
        <translation>无法写入 %1：%2</translation>
    </message>
    <message>
        <source>give the run a folder of this user&apos;s on a file system with room</source>
        <translation>请为运行指定属于本用户的文件夹，其所在文件系统须有空间</translation>
    </message>
    <message>
        <source>%1 is a symbolic link, so it is not used</source>
        <translation>%1 是符号链接，因此不使用</translation>
    </message>
    <message>
        <source>the keys of the run, %1, cannot be opened: %2</source>
        <translation>无法打开运行的密钥 %1：%2</translation>
    </message>
    <message>
        <source>they are there while the run is live, in a folder that all its hosts share</source>
        <translation>密钥只在运行进行期间存在，位于其所有主机共享的文件夹中</translation>
    </message>
    <message>
        <source>%1 is not a file</source>
        <translation>%1 不是文件</translation>
    </message>
    <message>
        <source>%1 is another user&apos;s, so it is not used</source>
        <translation>%1 属于其他用户，因此不使用</translation>
    </message>
    <message>
        <source>%1 can be read by others, so it is not used</source>
        <translation>%1 可被他人读取，因此不使用</translation>
    </message>
    <message>
        <source>start a new run, as its keys are known</source>
        <translation>其密钥已泄露，请启动新的运行</translation>
    </message>
    <message>
        <source>%1 cannot be read: %2</source>
        <translation>无法读取 %1：%2</translation>
    </message>
    <message>
        <source>has a field that this version does not know</source>
        <translation>含有此版本不认识的字段</translation>
    </message>
    <message>
        <source>%1 stands there twice</source>
        <translation>%1 出现两次</translation>
    </message>
    <message>
        <source>is of version %1, and this program reads version 1</source>
        <translation>版本为 %1，而本程序读取版本 1</translation>
    </message>
    <message>
        <source>use the same version of the programs on every host</source>
        <translation>请在所有主机上使用相同版本的程序</translation>
    </message>
    <message>
        <source>is cut short or damaged</source>
        <translation>不完整或已损坏</translation>
    </message>
    <message>
        <source>%1 has a value that it cannot have</source>
        <translation>%1 的值无效</translation>
    </message>
    <message>
        <source>is not a connection of a run</source>
        <translation>不是运行的连接文件</translation>
    </message>
    <message>
        <source>%1 is missing</source>
        <translation>%1 缺失</translation>
    </message>
    <message>
        <source>server_public_key has a value that it cannot have</source>
        <translation>server_public_key 的值无效</translation>
    </message>
    <message>
        <source>rank_endpoint is missing</source>
        <translation>缺少 rank_endpoint</translation>
    </message>
    <message>
        <source>%1_public_key and _secret_key are not a pair of keys</source>
        <translation>%1_public_key 与 _secret_key 不是一对密钥</translation>
    </message>
    <message>
        <source>has no endpoint</source>
        <translation>没有端点</translation>
    </message>
    <message>
        <source>from step %1</source>
        <translation>从第 %1 步起</translation>
    </message>
    <message>
        <source>%1 on, everything takes %2</source>
        <translation>%1，一切计算耗时为%2</translation>
    </message>
    <message>
        <source>%1 on, as fast as it can again</source>
        <translation>%1，恢复全速</translation>
    </message>
    <message>
        <source>%1 times as long</source>
        <translation>%1 倍</translation>
    </message>
    <message>
        <source>this is not a command that a run knows</source>
        <translation>运行不认识此命令</translation>
    </message>
    <message>
        <source>slow needs the number of a rank, from 0</source>
        <translation>slow 需要 rank 编号，从 0 起</translation>
    </message>
    <message>
        <source>slow needs a factor from 1 to 100</source>
        <translation>slow 需要 1 到 100 的倍数</translation>
    </message>
    <message>
        <source>1 ends it</source>
        <translation>1 表示结束减慢</translation>
    </message>
    <message>
        <source>swap needs the name of a schedule</source>
        <translation>swap 需要调度的名称</translation>
    </message>
    <message>
        <source>bubblescope-plan schedules lists them</source>
        <translation>名称见 bubblescope-plan schedules</translation>
    </message>
    <message>
        <source>stop after the step</source>
        <translation>本步之后停止</translation>
    </message>
    <message>
        <source>slow %1 %2</source>
        <translation>减慢 %1 %2</translation>
    </message>
    <message>
        <source>swap %1</source>
        <translation>更换为 %1</translation>
    </message>
    <message>
        <source>no command</source>
        <translation>没有命令</translation>
    </message>
    <message>
        <source>slowed by hand: %1</source>
        <translation>手动减慢：%1</translation>
    </message>
    <message>
        <source>the run takes no commands</source>
        <translation>运行不接受命令</translation>
    </message>
    <message>
        <source>the run ended before it answered</source>
        <translation>运行在答复之前结束了</translation>
    </message>
    <message>
        <source>the run has not answered in time</source>
        <translation>运行没有及时答复</translation>
    </message>
    <message>
        <source>it looks for commands between two steps, so this one may take longer</source>
        <translation>运行在两步之间查看命令，因此可能要等更久</translation>
    </message>
    <message>
        <source>the run cannot be asked at %1: %2</source>
        <translation>无法通过 %1 向运行发出请求：%2</translation>
    </message>
    <message>
        <source>the run has ended</source>
        <translation>运行已结束</translation>
    </message>
    <message>
        <source>the command was not carried out</source>
        <translation>命令未执行</translation>
    </message>
    <message>
        <source>it may have carried the command out</source>
        <translation>命令可能已执行</translation>
    </message>
    <message>
        <source>8 commands wait already for the end of the step</source>
        <translation>已有 8 条命令在等待本步结束</translation>
    </message>
    <message>
        <source>try again after it</source>
        <translation>请在本步之后重试</translation>
    </message>
    <message>
        <source>the run has not come to the end of its step within 10 minutes</source>
        <translation>运行在 10 分钟内没有完成当前步</translation>
    </message>
    <message>
        <source>it will still do this when it does</source>
        <translation>完成后仍会执行</translation>
    </message>
    <message>
        <source>the command was taken back</source>
        <translation>命令已撤回</translation>
    </message>
    <message>
        <source>the system gives no random numbers: %1</source>
        <translation>系统无法提供随机数：%1</translation>
    </message>
    <message>
        <source>commands cannot be taken at %1: %2</source>
        <translation>无法在 %1 接收命令：%2</translation>
    </message>
    <message>
        <source>the keys for %1 are no keys of a run</source>
        <translation>%1 的密钥不是运行的密钥</translation>
    </message>
    <message>
        <source>endpoint %1 is on a network and there are no keys for it</source>
        <translation>端点 %1 位于网络上，而没有它的密钥</translation>
    </message>
    <message>
        <source>every run has its own, in its connection file</source>
        <translation>每个运行都有自己的密钥，位于其连接文件中</translation>
    </message>
    <message>
        <source>this system&apos;s ZeroMQ cannot encrypt (it was built without CURVE)</source>
        <translation>本系统的 ZeroMQ 不能加密（构建时未启用 CURVE）</translation>
    </message>
    <message>
        <source>install one that can</source>
        <translation>请安装支持加密的版本</translation>
    </message>
    <message>
        <source>endpoint %1 has no port</source>
        <translation>端点 %1 没有端口</translation>
    </message>
    <message>
        <source>write tcp://ADDRESS:PORT, an IPv6 address in brackets</source>
        <translation>请写成 tcp://ADDRESS:PORT，IPv6 地址须加方括号</translation>
    </message>
    <message>
        <source>endpoint %1 must have an address, not a name, because names resolve differently on other hosts</source>
        <translation>端点 %1 须为地址而不是名称，因为名称在其他主机上的解析结果可能不同</translation>
    </message>
    <message>
        <source>endpoint %1 stands for all addresses of a host, so nobody can connect to it</source>
        <translation>端点 %1 代表主机的所有地址，因此无法连接</translation>
    </message>
    <message>
        <source>give one of them</source>
        <translation>请给出其中之一</translation>
    </message>
    <message>
        <source>endpoint %1 has no port between 1 and 65535</source>
        <translation>端点 %1 没有 1 到 65535 之间的端口</translation>
    </message>
    <message>
        <source>write one, or * for one that is free</source>
        <translation>请写明端口，或用 * 表示任一空闲端口</translation>
    </message>
    <message>
        <source>write tcp://ADDRESS:PORT</source>
        <translation>请写成 tcp://ADDRESS:PORT</translation>
    </message>
    <message>
        <source>directory %1 cannot be made: %2</source>
        <translation>无法创建目录 %1：%2</translation>
    </message>
    <message>
        <source>choose another place</source>
        <translation>请换一个位置</translation>
    </message>
    <message>
        <source>directory %1 cannot be looked at: %2</source>
        <translation>无法查看目录 %1：%2</translation>
    </message>
    <message>
        <source>%1 is a symbolic link</source>
        <translation>%1 是符号链接</translation>
    </message>
    <message>
        <source>remove it or choose another directory</source>
        <translation>请删除它，或换一个目录</translation>
    </message>
    <message>
        <source>%1 is not a directory</source>
        <translation>%1 不是目录</translation>
    </message>
    <message>
        <source>directory %1 belongs to another user</source>
        <translation>目录 %1 属于其他用户</translation>
    </message>
    <message>
        <source>directory %1 can be entered by others</source>
        <translation>目录 %1 可被他人进入</translation>
    </message>
    <message>
        <source>run chmod 700 on it</source>
        <translation>请对其执行 chmod 700</translation>
    </message>
    <message>
        <source>endpoint &quot;%1&quot; is neither ipc://PATH nor tcp://ADDRESS:PORT</source>
        <translation>端点“%1”既不是 ipc://PATH，也不是 tcp://ADDRESS:PORT</translation>
    </message>
    <message>
        <source>the socket path %1 has %2 bytes and the system allows %3</source>
        <translation>套接字路径 %1 有 %2 字节，而系统只允许 %3 字节</translation>
    </message>
    <message>
        <source>choose a shorter directory</source>
        <translation>请换一个较短的目录</translation>
    </message>
    <message>
        <source>event log %1 cannot be made: %2</source>
        <translation>无法创建事件日志 %1：%2</translation>
    </message>
    <message>
        <source>choose another directory to record into</source>
        <translation>请换一个记录目录</translation>
    </message>
    <message>
        <source>event log %1 cannot be written: %2</source>
        <translation>无法写入事件日志 %1：%2</translation>
    </message>
    <message>
        <source>free some space or choose another directory</source>
        <translation>请腾出空间或换一个目录</translation>
    </message>
    <message>
        <source>recording to %1 is paused: %2</source>
        <translation>对 %1 的记录已暂停：%2</translation>
    </message>
    <message>
        <source>it goes on by itself once there is room</source>
        <translation>有空间后会自行继续</translation>
    </message>
    <message>
        <source>%1 (the unfinished end could not be cut off either)</source>
        <translation>%1（未完成的末尾也无法截去）</translation>
    </message>
    <message>
        <source>the disk reported a fault while keeping %1: %2</source>
        <translation>保存 %1 时磁盘报告错误：%2</translation>
    </message>
    <message>
        <source>the last second of it may be missing</source>
        <translation>最后一秒可能缺失</translation>
    </message>
    <message>
        <source>rank %1 lacks frame %2</source>
        <translation>rank %1 缺少帧 %2</translation>
    </message>
    <message>
        <source>rank %1 lacks frames %2 to %3</source>
        <translation>rank %1 缺少帧 %2 到 %3</translation>
    </message>
    <message>
        <source>frame %1</source>
        <translation>帧 %1</translation>
    </message>
    <message>
        <source>frames %1 to %2</source>
        <translation>帧 %1 到 %2</translation>
    </message>
    <message>
        <source>%1 of its start %2</source>
        <translation>%1（启动 %2）</translation>
    </message>
    <message>
        <source>%1, of steps %2 to %3</source>
        <translation>%1，属于第 %2 到 %3 步</translation>
    </message>
    <message>
        <source>%1, of step %2</source>
        <translation>%1，属于第 %2 步</translation>
    </message>
    <message>
        <source>%1, up to step %2</source>
        <translation>%1，到第 %2 步为止</translation>
    </message>
    <message>
        <source>%1, from step %2 on</source>
        <translation>%1，从第 %2 步起</translation>
    </message>
    <message>
        <source>the connection broke</source>
        <translation>连接中断</translation>
    </message>
    <message>
        <source>another run answers at %1</source>
        <translation>在 %1 应答的是另一个运行</translation>
    </message>
    <message>
        <source>no answer from the run at %1</source>
        <translation>%1 处的运行没有应答</translation>
    </message>
    <message>
        <source>trying again, the recording on disk is not affected</source>
        <translation>正在重试，磁盘上的记录不受影响</translation>
    </message>
    <message>
        <source>cannot connect to %1: %2</source>
        <translation>无法连接 %1：%2</translation>
    </message>
    <message>
        <source>cannot be looked at</source>
        <translation>无法查看</translation>
    </message>
    <message>
        <source>%1 is there already and is not a socket</source>
        <translation>%1 已存在且不是套接字</translation>
    </message>
    <message>
        <source>it stays, so choose another path</source>
        <translation>保留原样，请换一个路径</translation>
    </message>
    <message>
        <source>%1 is another user&apos;s socket</source>
        <translation>%1 是其他用户的套接字</translation>
    </message>
    <message>
        <source>choose another path</source>
        <translation>请换一个路径</translation>
    </message>
    <message>
        <source>%1 is in use by another run</source>
        <translation>%1 正被另一个运行使用</translation>
    </message>
    <message>
        <source>its directory cannot be opened</source>
        <translation>无法打开其目录</translation>
    </message>
    <message>
        <source>a dead socket cannot be removed</source>
        <translation>无法删除失效的套接字</translation>
    </message>
    <message>
        <source>a socket cannot be made</source>
        <translation>无法创建套接字</translation>
    </message>
    <message>
        <source>a socket cannot be made there</source>
        <translation>无法在那里创建套接字</translation>
    </message>
    <message>
        <source>cannot be listened on</source>
        <translation>无法监听</translation>
    </message>
    <message>
        <source>nobody can listen at %1: %2</source>
        <translation>无法在 %1 监听：%2</translation>
    </message>
    <message>
        <source>give an address of this host, and a port that is free or *</source>
        <translation>请给出本主机的地址，以及空闲的端口或 *</translation>
    </message>
    <message>
        <source>recording %1 cannot be opened: %2</source>
        <translation>无法打开记录 %1：%2</translation>
    </message>
    <message>
        <source>recording %1 is not a file</source>
        <translation>记录 %1 不是文件</translation>
    </message>
    <message>
        <source>name the event log of a run</source>
        <translation>请给出运行的事件日志</translation>
    </message>
    <message>
        <source>%1 is not an event log of a run</source>
        <translation>%1 不是运行的事件日志</translation>
    </message>
    <message>
        <source>name the file that a run recorded</source>
        <translation>请给出运行所记录的文件</translation>
    </message>
    <message>
        <source>recording %1 has format %2 and this program reads %3</source>
        <translation>记录 %1 的格式为 %2，而本程序读取 %3</translation>
    </message>
    <message>
        <source>open it with a newer program</source>
        <translation>请用更新的程序打开</translation>
    </message>
    <message>
        <source>the file header is damaged</source>
        <translation>文件头已损坏</translation>
    </message>
    <message>
        <source>the file is cut off here</source>
        <translation>文件在此处被截断</translation>
    </message>
    <message>
        <source>the file is cut off inside a chunk of %1 frames</source>
        <translation>文件在一个含 %1 帧的块中被截断</translation>
    </message>
    <message>
        <source>a chunk of %1 frames is damaged</source>
        <translation>一个含 %1 帧的块已损坏</translation>
    </message>
    <message>
        <source>a chunk header is damaged</source>
        <translation>一个块头已损坏</translation>
    </message>
    <message>
        <source>no chunk begins here</source>
        <translation>此处没有块的开头</translation>
    </message>
    <message>
        <source>chunk %1 stands where chunk %2 should be</source>
        <translation>块 %2 的位置上是块 %1</translation>
    </message>
    <message>
        <source>the limit of open files cannot be read: %1</source>
        <translation>无法读取打开文件数的上限：%1</translation>
    </message>
    <message>
        <source>this needs %1 open files and the system allows %2</source>
        <translation>需要打开 %1 个文件，而系统只允许 %2 个</translation>
    </message>
    <message>
        <source>raise the limit with ulimit -n</source>
        <translation>请用 ulimit -n 提高上限</translation>
    </message>
    <message>
        <source>the host %1 cannot be resolved: %2</source>
        <translation>无法解析主机 %1：%2</translation>
    </message>
    <message>
        <source>correct the name, or give the host&apos;s address</source>
        <translation>请更正名称，或给出主机的地址</translation>
    </message>
    <message>
        <source>it has no IP address</source>
        <translation>它没有 IP 地址</translation>
    </message>
    <message>
        <source>the host %1 is %2 as seen from here, which other hosts do not reach</source>
        <translation>从此处看主机 %1 为 %2，而其他主机无法访问该地址</translation>
    </message>
    <message>
        <source>give an address of its network</source>
        <translation>请给出其网络中的地址</translation>
    </message>
    <message>
        <source>there is no way from here to the host %1: %2</source>
        <translation>从此处无法到达主机 %1：%2</translation>
    </message>
    <message>
        <source>see to the network, or give another address of the host</source>
        <translation>请检查网络，或给出该主机的其他地址</translation>
    </message>
    <message>
        <source>this host has no address that other hosts reach</source>
        <translation>本机没有其他主机可访问的地址</translation>
    </message>
    <message>
        <source>see to its network, or give the address to use</source>
        <translation>请检查其网络，或给出要使用的地址</translation>
    </message>
    <message>
        <source>out of memory</source>
        <translation>内存不足</translation>
    </message>
    <message>
        <source>and %1 more like that</source>
        <translation>另有 %1 处同样情况</translation>
    </message>
    <message>
        <source>%1 of the recording are damaged or missing</source>
        <translation>记录中有 %1 损坏或缺失</translation>
    </message>
    <message>
        <source>%1 bytes</source>
        <translation>%1 字节</translation>
    </message>
    <message>
        <source>at byte %1: %2</source>
        <translation>第 %1 字节处：%2</translation>
    </message>
    <message>
        <source>%1 of another run, or of a kind that is not recorded, and left out</source>
        <translation>%1 属于其他运行，或属于不记录的种类，已略去</translation>
    </message>
    <message>
        <source>%1 frames are</source>
        <translation>%1 帧</translation>
    </message>
    <message>
        <source>%1 there more than once and counted once</source>
        <translation>%1 出现不止一次，只计一次</translation>
    </message>
    <message>
        <source>the recording cannot be read further</source>
        <translation>记录无法继续读取</translation>
    </message>
    <message>
        <source>%1 bytes of %2 are damaged or missing, the first at byte %3: %4</source>
        <translation>%2 有 %1 字节损坏或缺失，第一处在第 %3 字节：%4</translation>
    </message>
    <message>
        <source>the replay speed must be 0 or more</source>
        <translation>回放速度须不小于 0</translation>
    </message>
    <message>
        <source>the recording cannot be read: %1</source>
        <translation>无法读取记录：%1</translation>
    </message>
    <message>
        <source>the rank&apos;s description has a value out of range</source>
        <translation>rank 的描述中有超出范围的值</translation>
    </message>
    <message>
        <source>see Hello in wire.h</source>
        <translation>参见 wire.h 中的 Hello</translation>
    </message>
    <message>
        <source>rank %1 is outside a run of %2 ranks</source>
        <translation>rank %1 不在 %2 个 rank 的运行之内</translation>
    </message>
    <message>
        <source>a batch must have 1 to 1024 records and wait 1 ms to 1 s</source>
        <translation>一批须有 1 到 1024 条记录，等待 1 ms 到 1 s</translation>
    </message>
    <message>
        <source>telemetry cannot start: %1</source>
        <translation>遥测无法启动：%1</translation>
    </message>
    <message>
        <source>the rank ended without closing telemetry</source>
        <translation>rank 结束时没有关闭遥测</translation>
    </message>
    <message>
        <source>the wire is little-endian</source>
        <translation>传输采用小端序</translation>
    </message>
</context>
<context>
    <name>launch</name>
    <message>
        <source>SLURM_TASKS_PER_NODE is %1 and does not fit the %2 nodes of SLURM_JOB_NODELIST</source>
        <translation>SLURM_TASKS_PER_NODE 为 %1，与 SLURM_JOB_NODELIST 的 %2 个节点不符</translation>
    </message>
    <message>
        <source>SLURM_JOB_ID is not the number of a job</source>
        <translation>SLURM_JOB_ID 不是作业编号</translation>
    </message>
    <message>
        <source>the run in the background has not answered</source>
        <translation>后台运行没有应答</translation>
    </message>
    <message>
        <source>see `bubblescope-run list`</source>
        <translation>请查看 bubblescope-run list</translation>
    </message>
    <message>
        <source>a pipe cannot be made, so the run cannot go to the background</source>
        <translation>无法创建管道，因此运行不能转入后台</translation>
    </message>
    <message>
        <source>a process cannot be started, so the run cannot go to the background</source>
        <translation>无法启动进程，因此运行不能转入后台</translation>
    </message>
    <message>
        <source>the catalogue of runs cannot be used: %1</source>
        <translation>无法使用运行目录库：%1</translation>
    </message>
    <message>
        <source>that run is left out here</source>
        <translation>此处略去该运行</translation>
    </message>
    <message>
        <source>that job is left out here</source>
        <translation>此处略去该作业</translation>
    </message>
    <message>
        <source>%1: the catalogue of runs cannot be opened: %2</source>
        <translation>%1：无法打开运行目录库：%2</translation>
    </message>
    <message>
        <source>%1: the catalogue of runs cannot be opened: out of memory</source>
        <translation>%1：无法打开运行目录库：内存不足</translation>
    </message>
    <message>
        <source>the catalogue of runs was damaged and has been made anew from the run directories</source>
        <translation>运行目录库已损坏，并已由各运行目录重建</translation>
    </message>
    <message>
        <source>the damaged one is %1</source>
        <translation>损坏的文件为 %1</translation>
    </message>
    <message>
        <source>%1: others are using it</source>
        <translation>%1：正被他人使用</translation>
    </message>
    <message>
        <source>%1: is not a folder</source>
        <translation>%1：不是文件夹</translation>
    </message>
    <message>
        <source>name a checkpoint, or the folder of a run that wrote one</source>
        <translation>请给出检查点，或写过检查点的运行的文件夹</translation>
    </message>
    <message>
        <source>%1: holds no checkpoint</source>
        <translation>%1：不含检查点</translation>
    </message>
    <message>
        <source>name a folder with checkpoint.json in it, or the folder of a run that wrote one</source>
        <translation>请给出含 checkpoint.json 的文件夹，或写过检查点的运行的文件夹</translation>
    </message>
    <message>
        <source>%1: %2, so the checkpoint is damaged</source>
        <translation>%1：%2，因此检查点已损坏</translation>
    </message>
    <message>
        <source>name an older one</source>
        <translation>请给出更早的检查点</translation>
    </message>
    <message>
        <source>%1: does not say how many steps were done, so the checkpoint is damaged</source>
        <translation>%1：没有说明完成了多少步，因此检查点已损坏</translation>
    </message>
    <message>
        <source>a pipe cannot be made: %1</source>
        <translation>无法创建管道：%1</translation>
    </message>
    <message>
        <source>a process cannot be started: %1</source>
        <translation>无法启动进程：%1</translation>
    </message>
    <message>
        <source>%1: cannot be executed: %2</source>
        <translation>%1：无法执行：%2</translation>
    </message>
    <message>
        <source>the supervisor of the run is gone</source>
        <translation>运行的监管进程已消失</translation>
    </message>
    <message>
        <source>what it recorded until then is kept</source>
        <translation>此前的记录已保留</translation>
    </message>
    <message>
        <source>a run is named by letters, digits, &apos;.&apos;, &apos;_&apos; and &apos;-&apos;</source>
        <translation>运行的名称由字母、数字、“.”、“_”和“-”组成</translation>
    </message>
    <message>
        <source>`bubblescope-run list` shows them</source>
        <translation>名称见 bubblescope-run list</translation>
    </message>
    <message>
        <source>there is no run yet</source>
        <translation>还没有运行</translation>
    </message>
    <message>
        <source>start one with `bubblescope-run FILE`</source>
        <translation>请用 bubblescope-run FILE 启动一个</translation>
    </message>
    <message>
        <source>%1 runs begin with %2</source>
        <translation>有 %1 个运行以 %2 开头</translation>
    </message>
    <message>
        <source>give more of the name</source>
        <translation>请给出更完整的名称</translation>
    </message>
    <message>
        <source>there is no run %1</source>
        <translation>没有运行 %1</translation>
    </message>
    <message>
        <source>`bubblescope-run list` shows those there are</source>
        <translation>现有的运行见 bubblescope-run list</translation>
    </message>
    <message>
        <source>%1: is neither the folder of a run nor an event log</source>
        <translation>%1：既不是运行的文件夹，也不是事件日志</translation>
    </message>
    <message>
        <source>%1 is a run and also a path here</source>
        <translation>%1 既是运行，也是此处的路径</translation>
    </message>
    <message>
        <source>the run is taken, ./%1 means the path</source>
        <translation>按运行处理；./%1 表示路径</translation>
    </message>
    <message>
        <source>%1 is a path here and also begins the name of run %2</source>
        <translation>%1 是此处的路径，也是运行 %2 名称的开头</translation>
    </message>
    <message>
        <source>the path is taken</source>
        <translation>按路径处理</translation>
    </message>
    <message>
        <source>%1 is not a flight record that is known here</source>
        <translation>%1 不是已知的飞行记录</translation>
    </message>
    <message>
        <source>%1 %2 of %3</source>
        <translation>%3 的 %1 %2</translation>
    </message>
    <message>
        <source>%1 (rank %2 of %3), of %4 bytes in step %5</source>
        <translation>%1（%3 的 rank %2），%4 字节，第 %5 步</translation>
    </message>
    <message>
        <source>rank %1 gave up: %2</source>
        <translation>rank %1 已放弃：%2</translation>
    </message>
    <message>
        <source>rank %1 was in %2: it %3</source>
        <translation>rank %1 处于 %2：它%3</translation>
    </message>
    <message>
        <source>had started</source>
        <translation>已开始</translation>
    </message>
    <message>
        <source>waited for what was computed before it</source>
        <translation>在等待其前的计算</translation>
    </message>
    <message>
        <source>rank %1 had nothing under way in its groups</source>
        <translation>rank %1 在其各组中没有进行中的操作</translation>
    </message>
    <message>
        <source>held up rank %1: %2</source>
        <translation>阻塞了 rank %1：%2</translation>
    </message>
    <message>
        <source>it left no record of what it did, as one that is stuck in a call of the driver</source>
        <translation>没有留下记录，如同卡在驱动调用中</translation>
    </message>
    <message>
        <source>its GPU did not end %1</source>
        <translation>其 GPU 没有结束 %1</translation>
    </message>
    <message>
        <source>its message %1 never came</source>
        <translation>其消息 %1 始终没有到达</translation>
    </message>
    <message>
        <source>all %1 ranks of %2 had come to %3 %4, and none got through: look at what connects their GPUs</source>
        <translation>%2 的全部 %1 个 rank 都到达了 %3 %4，但无一通过：请检查 GPU 之间的连接</translation>
    </message>
    <message>
        <source>it had not queued %1</source>
        <translation>它还没有把 %1 排入队列</translation>
    </message>
    <message>
        <source>it was in %1 of %2 bytes instead of %3 of %4</source>
        <translation>它处于 %2 字节的 %1，而不是 %4 字节的 %3</translation>
    </message>
    <message>
        <source>its GPU had not come to %1</source>
        <translation>其 GPU 还没有执行到 %1</translation>
    </message>
    <message>
        <source>%1 was waited for</source>
        <translation>等待的是 %1</translation>
    </message>
    <message>
        <source>rank %1 %2</source>
        <translation>rank %1 %2</translation>
    </message>
    <message>
        <source>%1 is set to take no process (compute mode prohibited)</source>
        <translation>%1 被设为不接受进程（计算模式为禁止）</translation>
    </message>
    <message>
        <source>set it to default with nvidia-smi -c 0, or leave it out of CUDA_VISIBLE_DEVICES</source>
        <translation>请用 nvidia-smi -c 0 恢复默认，或从 CUDA_VISIBLE_DEVICES 中去掉它</translation>
    </message>
    <message>
        <source>it is set to take one process alone (compute mode exclusive), which nvidia-smi -c 0 changes</source>
        <translation>它被设为只接受一个进程（计算模式为独占），可用 nvidia-smi -c 0 更改</translation>
    </message>
    <message>
        <source>%1 is taken: %2, and %3</source>
        <translation>%1 已被占用：%2，而%3</translation>
    </message>
    <message>
        <source>%1 are to share %2, and %3</source>
        <translation>%1 要共享 %2，而%3</translation>
    </message>
    <message>
        <source>a microbatch has %1 samples and %2 tokens on a rank, and kernels of GPUs take at most %3 and %4</source>
        <translation>一个微批次在一个 rank 上有 %1 个样本、%2 个词元，而 GPU 内核最多支持 %3 和 %4</translation>
    </message>
    <message>
        <source>lower batch.micro</source>
        <translation>请减小 batch.micro</translation>
    </message>
    <message>
        <source>the heads of the model are %1 wide (model.hidden %2 over model.heads %3), and attention on GPUs takes at most %4</source>
        <translation>模型的注意力头宽 %1（model.hidden %2 / model.heads %3），而 GPU 上的注意力最多支持 %4</translation>
    </message>
    <message>
        <source>use %1 heads or more</source>
        <translation>请使用 %1 个或更多头</translation>
    </message>
    <message>
        <source>%1 of %2 GiB free%3</source>
        <translation>%2 GiB 中空闲 %1%3</translation>
    </message>
    <message>
        <source>%1 %2 %3 GiB for weights (%4), gradients (%5) and optimizer (%6), and %7 has %8</source>
        <translation>%1 %2 %3 GiB 用于权重（%4）、梯度（%5）和优化器（%6），而 %7 有 %8</translation>
    </message>
    <message>
        <source>use more tensor or pipeline ranks or ZeRO (parallel.zero), or lower model.layers or model.hidden</source>
        <translation>请增加张量或流水线并行的 rank 或使用 ZeRO（parallel.zero），或减小 model.layers 或 model.hidden</translation>
    </message>
    <message>
        <source>%1 may run out of memory: %2 GiB are predicted at the peak, and %3 has %4</source>
        <translation>%1 可能显存不足：预测峰值 %2 GiB，而 %3 有 %4</translation>
    </message>
    <message>
        <source>smaller microbatches, recomputation or ZeRO (parallel.zero) take less</source>
        <translation>更小的微批次、重计算或 ZeRO（parallel.zero）占用更少</translation>
    </message>
    <message>
        <source>it did not say which GPUs there are</source>
        <translation>没有说明有哪些 GPU</translation>
    </message>
    <message>
        <source>what it said of GPUs is not JSON</source>
        <translation>关于 GPU 的应答不是 JSON</translation>
    </message>
    <message>
        <source>the GPU&apos;s driver has not answered within %1 s</source>
        <translation>GPU 驱动在 %1 s 内没有应答</translation>
    </message>
    <message>
        <source>see dmesg and nvidia-smi</source>
        <translation>请查看 dmesg 与 nvidia-smi</translation>
    </message>
    <message>
        <source>a stop signal held the run for %1 s</source>
        <translation>停止信号使运行停住了 %1 s</translation>
    </message>
    <message>
        <source>it goes on</source>
        <translation>运行继续</translation>
    </message>
    <message>
        <source>rank %1 is held by a stop signal</source>
        <translation>rank %1 被停止信号停住</translation>
    </message>
    <message>
        <source>the run waits until it gets SIGCONT</source>
        <translation>运行等待它收到 SIGCONT</translation>
    </message>
    <message>
        <source>rank %1 goes on</source>
        <translation>rank %1 继续运行</translation>
    </message>
    <message>
        <source>ranks cannot be started on %1: %2</source>
        <translation>无法在 %1 上启动 rank：%2</translation>
    </message>
    <message>
        <source>`ssh %1 true` must work without a question</source>
        <translation>ssh %1 true 须能直接执行而不询问</translation>
    </message>
    <message>
        <source>No such file or directory</source>
        <translation>没有该文件或目录</translation>
    </message>
    <message>
        <source>could not access</source>
        <translation>无法访问</translation>
    </message>
    <message>
        <source>%1 cannot start bubblescope-engine: it must be installed on every host at the same path</source>
        <translation>%1 无法启动 bubblescope-engine：它须安装在每台主机的相同路径下</translation>
    </message>
    <message>
        <source>ranks cannot be started on %1: %2 did not answer%3</source>
        <translation>无法在 %1 上启动 rank：%2 没有应答%3</translation>
    </message>
    <message>
        <source>the launcher says: %1</source>
        <translation>启动程序的消息：%1</translation>
    </message>
    <message>
        <source>%1 has bubblescope-engine %2 and this host %3</source>
        <translation>%1 上的 bubblescope-engine 为 %2，而本机为 %3</translation>
    </message>
    <message>
        <source>install one version on all hosts</source>
        <translation>请在所有主机上安装同一版本</translation>
    </message>
    <message>
        <source>%1 does not see the folder of the run, %2: %3</source>
        <translation>%1 看不到运行的文件夹 %2：%3</translation>
    </message>
    <message>
        <source>name a folder that all hosts share with --record</source>
        <translation>请用 --record 给出所有主机共享的文件夹</translation>
    </message>
    <message>
        <source>%1 does not reach this host at %2 (%3)</source>
        <translation>%1 无法通过 %2 访问本机（%3）</translation>
    </message>
    <message>
        <source>allow its port in the firewall, or name another address of this host with --listen tcp://ADDRESS:PORT</source>
        <translation>请在防火墙中放行其端口，或用 --listen tcp://ADDRESS:PORT 给出本机的其他地址</translation>
    </message>
    <message>
        <source>the clock of %1 is %2 s %3 this host&apos;s</source>
        <translation>%1 的时钟 %3 本机 %2 s</translation>
    </message>
    <message>
        <source>times of the run are right all the same, times of day in its logs are not: set the clocks by NTP</source>
        <translation>运行中的时间仍然正确，但其日志中的时刻不正确：请用 NTP 校准时钟</translation>
    </message>
    <message>
        <source>ahead of</source>
        <translation>快于</translation>
    </message>
    <message>
        <source>%1:%2: expected a host name and, after it, slots=N with N from 1 to %3</source>
        <translation>%1:%2：应为主机名，其后可写 slots=N，N 为 1 到 %3</translation>
    </message>
    <message>
        <source>%1: names no host</source>
        <translation>%1：没有给出主机</translation>
    </message>
    <message>
        <source>ask for %1 or fewer</source>
        <translation>请申请 %1 个或更少</translation>
    </message>
    <message>
        <source>%1 node</source>
        <translation>%1 个节点</translation>
    </message>
    <message>
        <source>%1 nodes</source>
        <translation>%1 个节点</translation>
    </message>
    <message>
        <source>ask for --nodes %1 or --ranks-per-node %2</source>
        <translation>请使用 --nodes %1 或 --ranks-per-node %2</translation>
    </message>
    <message>
        <source>a send</source>
        <translation>发送</translation>
    </message>
    <message>
        <source>a receive</source>
        <translation>接收</translation>
    </message>
    <message>
        <source>a collective</source>
        <translation>集合通信</translation>
    </message>
    <message>
        <source>a recomputation</source>
        <translation>重计算</translation>
    </message>
    <message>
        <source>an op</source>
        <translation>一个操作</translation>
    </message>
    <message>
        <source>the Slurm job%1 %2</source>
        <translation>Slurm 作业%1 %2</translation>
    </message>
    <message>
        <source>host %1 cannot be reached any more</source>
        <translation>主机 %1 已无法访问</translation>
    </message>
    <message>
        <source>ssh says: %1</source>
        <translation>ssh 的消息：%1</translation>
    </message>
    <message>
        <source>was killed by signal %1</source>
        <translation>被信号 %1 终止</translation>
    </message>
    <message>
        <source>ended with exit code %1</source>
        <translation>以退出码 %1 结束</translation>
    </message>
    <message>
        <source>%1 %2 when %3 of %4 ranks had finished</source>
        <translation>%1 %2，当时 %4 个 rank 中已完成 %3 个</translation>
    </message>
    <message>
        <source>see %1</source>
        <translation>请查看 %1</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <translation>%2 上的 %1</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%2 的 %1</translation>
    </message>
    <message>
        <source>ended without a word</source>
        <translation>没有留下消息就结束了</translation>
    </message>
    <message>
        <source>%1 before its first op</source>
        <translation>%1，在其第一个操作之前</translation>
    </message>
    <message>
        <source>%1 in step %2 after %3</source>
        <translation>%1，在第 %2 步的 %3 之后</translation>
    </message>
    <message>
        <source>lower batch.micro, model.sequence or model.hidden</source>
        <translation>请减小 batch.micro、model.sequence 或 model.hidden</translation>
    </message>
    <message>
        <source>the activation of one microbatch is a message of %1, and one message must stay under 2 GiB</source>
        <translation>一个微批次的激活是 %1 的消息，而一条消息须小于 2 GiB</translation>
    </message>
    <message>
        <source>%1 to run it</source>
        <translation>%1，才能运行</translation>
    </message>
    <message>
        <source>the messages of %1 ranks, %2 of %3 for each, need up to %4, and this machine has %5</source>
        <translation>%1 个 rank 的消息（每个 %2 条，每条 %3）最多需要 %4，而本机有 %5</translation>
    </message>
    <message>
        <source>%1, or parallel.pipeline</source>
        <translation>%1，或 parallel.pipeline</translation>
    </message>
    <message>
        <source>%1 -o BatchMode=yes -o ConnectTimeout=10 -o ServerAliveInterval=15 -o ServerAliveCountMax=5</source>
        <translation>%1 -o BatchMode=yes -o ConnectTimeout=10 -o ServerAliveInterval=15 -o ServerAliveCountMax=5</translation>
    </message>
    <message>
        <source>there is no place for runs: set HOME or XDG_STATE_HOME to an absolute path</source>
        <translation>没有存放运行的位置：请把 HOME 或 XDG_STATE_HOME 设为绝对路径</translation>
    </message>
    <message>
        <source>%1: the directory cannot be made: %2</source>
        <translation>%1：无法创建目录：%2</translation>
    </message>
    <message>
        <source>%1: is not a directory</source>
        <translation>%1：不是目录</translation>
    </message>
    <message>
        <source>free some space or name another place with --record</source>
        <translation>请腾出空间，或用 --record 换一个位置</translation>
    </message>
    <message>
        <source>cannot be written</source>
        <translation>无法写入</translation>
    </message>
    <message>
        <source>cannot be read</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>%1: is not a plain file</source>
        <translation>%1：不是普通文件</translation>
    </message>
    <message>
        <source>%1: is larger than %2 bytes</source>
        <translation>%1：超过 %2 字节</translation>
    </message>
    <message>
        <source>%1 (deleted)</source>
        <translation>%1（已删除）</translation>
    </message>
    <message>
        <source>job %1 was cancelled before the run began</source>
        <translation>作业 %1 在运行开始之前被取消</translation>
    </message>
    <message>
        <source>Slurm here does not know job %1 any more, and the run never began</source>
        <translation>这里的 Slurm 已不认识作业 %1，该运行从未开始</translation>
    </message>
    <message>
        <source>job %1 ended before the run began</source>
        <translation>作业 %1 在运行开始之前已结束</translation>
    </message>
    <message>
        <source>job %1 never began the run: it %2</source>
        <translation>作业 %1 从未开始该运行：它%2</translation>
    </message>
    <message>
        <source>as Slurm is asked for the newest %1 alone</source>
        <translation>因为只向 Slurm 查询最新的 %1 个</translation>
    </message>
    <message>
        <source>as job %1 of this cluster is another one</source>
        <translation>因为此集群的作业 %1 是另一个</translation>
    </message>
    <message>
        <source>how job %1 stands cannot be told, %2</source>
        <translation>无法得知作业 %1 的状态，%2</translation>
    </message>
    <message>
        <source>job %1 %2</source>
        <translation>作业 %1 %2</translation>
    </message>
    <message>
        <source>job %1 is %2</source>
        <translation>作业 %1 %2</translation>
    </message>
    <message>
        <source>job %1 runs on %2, and the run is about to begin</source>
        <translation>作业 %1 已在 %2 上，运行即将开始</translation>
    </message>
    <message>
        <source>run %1 has not begun: %2</source>
        <translation>运行 %1 尚未开始：%2</translation>
    </message>
    <message>
        <source>as Slurm does not answer here</source>
        <translation>因为 Slurm 在这里没有应答</translation>
    </message>
    <message>
        <source>other machines can reach a port of mpirun while this run is live, because this system lets no user make a network namespace: %1</source>
        <translation>此运行进行期间，其他机器可以访问 mpirun 的一个端口，因为本系统不允许用户创建网络命名空间：%1</translation>
    </message>
    <message>
        <source>the hosts have not answered within %1 s</source>
        <translation>主机在 %1 s 内没有应答</translation>
    </message>
    <message>
        <source>see whether %1 starts anything on %2</source>
        <translation>请检查 %1 能否在 %2 上启动程序</translation>
    </message>
    <message>
        <source>%1: is not empty</source>
        <translation>%1：不是空的</translation>
    </message>
    <message>
        <source>a recording needs a new or an empty directory of its own</source>
        <translation>记录需要单独的新目录或空目录</translation>
    </message>
    <message>
        <source>cannot be opened</source>
        <translation>无法打开</translation>
    </message>
    <message>
        <source>cannot be made</source>
        <translation>无法创建</translation>
    </message>
    <message>
        <source>without it the run&apos;s name, prediction and outcome are not known</source>
        <translation>没有它就不知道运行的名称、预测与结果</translation>
    </message>
    <message>
        <source>the disk was full, and %1 records were not recorded</source>
        <translation>磁盘曾写满，有 %1 条记录未写入</translation>
    </message>
    <message>
        <source>no rank has introduced itself in the recording, so nothing is known of its steps</source>
        <translation>记录中没有任何 rank 表明身份，因此对其训练步一无所知</translation>
    </message>
    <message>
        <source>%1 records fit no step of the run, or are of more ranks than the recording can be of</source>
        <translation>%1 条记录不属于该运行的任何一步，或超出记录可含的 rank 数</translation>
    </message>
    <message>
        <source>they are left out</source>
        <translation>已略去</translation>
    </message>
    <message>
        <source>the run completed, and nothing of it is in the recording</source>
        <translation>运行已完成，但记录中没有其内容</translation>
    </message>
    <message>
        <source>the run completed, and the last word of its supervisor is missing</source>
        <translation>运行已完成，但缺少其监管进程的最后消息</translation>
    </message>
    <message>
        <source>the run completed, and the last words of rank %1 are missing</source>
        <translation>运行已完成，但缺少 rank %1 的最后消息</translation>
    </message>
    <message>
        <source>%1 is damaged:</source>
        <translation>%1 已损坏：</translation>
    </message>
    <message>
        <source>%1  `bubblescope-run recover RUN` writes what is whole as a new recording</source>
        <translation>%1  可用 bubblescope-run recover RUN 把完整部分写为新的记录</translation>
    </message>
    <message>
        <source>ssh does not reach %1, as it says above</source>
        <translation>ssh 无法连到 %1，原因见上</translation>
    </message>
    <message>
        <source>try `ssh %1 true`</source>
        <translation>请试试 `ssh %1 true`</translation>
    </message>
    <message>
        <source>there is no bubblescope-run in the PATH of %1</source>
        <translation>%1 的 PATH 中没有 bubblescope-run</translation>
    </message>
    <message>
        <source>say with %1 where it is there</source>
        <translation>请用 %1 指明它在那里的位置</translation>
    </message>
    <message>
        <source>%1 could not describe run %2, as it says above</source>
        <translation>%1 无法说明运行 %2，原因见上</translation>
    </message>
    <message>
        <source>%1: %2 cannot be sent to another machine: only letters, digits, &apos;.&apos;, &apos;_&apos;, &apos;-&apos; and &apos;/&apos; can</source>
        <translation>%1：%2 不能发送到另一台机器：只能用字母、数字、&apos;.&apos;、&apos;_&apos;、&apos;-&apos; 和 &apos;/&apos;</translation>
    </message>
    <message>
        <source>there is no ssh in PATH, which leads to the other machine</source>
        <translation>PATH 中没有通往另一台机器所需的 ssh</translation>
    </message>
    <message>
        <source>on Debian it is in openssh-client</source>
        <translation>在 Debian 上它在 openssh-client 中</translation>
    </message>
    <message>
        <source>ssh to %1 has not answered in time</source>
        <translation>到 %1 的 ssh 没有及时应答</translation>
    </message>
    <message>
        <source>what %1 says of the run %2 %3</source>
        <translation>%1 对运行 %2 的说明%3</translation>
    </message>
    <message>
        <source>give --json -</source>
        <translation>请用 --json -</translation>
    </message>
    <message>
        <source>%1 cannot be sent to another machine: only letters, digits, &apos;.&apos;, &apos;_&apos;, &apos;-&apos; and &apos;/&apos; can</source>
        <translation>%1 不能发送到另一台机器：只能用字母、数字、&apos;.&apos;、&apos;_&apos;、&apos;-&apos; 和 &apos;/&apos;</translation>
    </message>
    <message>
        <source>is damaged: a field of it is missing or out of range</source>
        <translation>已损坏：有字段缺失或超出范围</translation>
    </message>
    <message>
        <source>is no description of a run: it %1</source>
        <translation>不是运行的说明：它%1</translation>
    </message>
    <message>
        <source>is no description of a run</source>
        <translation>不是运行的说明</translation>
    </message>
    <message>
        <source>is of another version</source>
        <translation>属于另一个版本</translation>
    </message>
    <message>
        <source>install the same version on both machines</source>
        <translation>请在两台机器上安装相同的版本</translation>
    </message>
    <message>
        <source>has a record that %1</source>
        <translation>其中的记录%1</translation>
    </message>
    <message>
        <source>has no endpoint that viewers can use</source>
        <translation>没有查看端可用的端点</translation>
    </message>
    <message>
        <source>%1: cannot be written: %2</source>
        <translation>%1：无法写入：%2</translation>
    </message>
    <message>
        <source>name a file</source>
        <translation>请给出文件名</translation>
    </message>
    <message>
        <source>all %1 steps were done before the job&apos;s restart %2, so there is nothing left to run</source>
        <translation>全部 %1 步在作业第 %2 次重启之前已完成，因此没有剩余的步可运行</translation>
    </message>
    <message>
        <source>restart %1 of job %2: goes on from %3, with %4 steps left</source>
        <translation>作业 %2 的第 %1 次重启：从 %3 继续，剩余 %4 步</translation>
    </message>
    <message>
        <source>restart %1 of job %2: there is no checkpoint, so the run begins anew</source>
        <translation>作业 %2 的第 %1 次重启：没有检查点，因此运行从头开始</translation>
    </message>
    <message>
        <source>name another place with --record</source>
        <translation>请用 --record 换一个位置</translation>
    </message>
    <message>
        <source>cannot be locked</source>
        <translation>无法加锁</translation>
    </message>
    <message>
        <source>%1: belongs to a run that is live</source>
        <translation>%1：属于正在进行的运行</translation>
    </message>
    <message>
        <source>%1: is not a directory%2</source>
        <translation>%1：不是目录%2</translation>
    </message>
    <message>
        <source>%1: names this machine only, so it changes nothing</source>
        <translation>%1：只指本机，因此不起作用</translation>
    </message>
    <message>
        <source>%1: %2 stands beside other hosts</source>
        <translation>%1：%2 与其他主机并列</translation>
    </message>
    <message>
        <source>name this machine as they know it, %1</source>
        <translation>请用其他主机所知的名称 %1 表示本机</translation>
    </message>
    <message>
        <source>use `bubblescope-run submit FILE`, or start it within salloc or a batch script</source>
        <translation>请使用 bubblescope-run submit FILE，或在 salloc 或批处理脚本中启动</translation>
    </message>
    <message>
        <source>name hosts with --hostfile, or use `bubblescope-run submit FILE`</source>
        <translation>请用 --hostfile 给出主机，或使用 bubblescope-run submit FILE</translation>
    </message>
    <message>
        <source>%1: %2 ranks%3 are more than the %4 one machine is asked to carry</source>
        <translation>%1：%2 个 rank%3，多于一台机器可承载的 %4 个</translation>
    </message>
    <message>
        <source>use fewer, or more hosts (--hostfile, or `bubblescope-run submit FILE`)</source>
        <translation>请减少 rank，或增加主机（--hostfile，或 bubblescope-run submit FILE）</translation>
    </message>
    <message>
        <source>%1 on a host</source>
        <translation>%1（每台主机）</translation>
    </message>
    <message>
        <source>%1 in job %2</source>
        <translation>作业 %2 中的 %1</translation>
    </message>
    <message>
        <source>the strategy is not usable</source>
        <translation>策略不可用</translation>
    </message>
    <message>
        <source>parallel: tensor %1 x context %2 x data %3 x pipeline %4</source>
        <translation>parallel：tensor %1 × context %2 × data %3 × pipeline %4</translation>
    </message>
    <message>
        <source>the device is %1: %2</source>
        <translation>设备为 %1：%2</translation>
    </message>
    <message>
        <source>%1 ranks share a GPU, so each computes slower than predicted, which is for a GPU each</source>
        <translation>%1 个 rank 共享一个 GPU，因此各自的计算慢于预测，预测按每个 rank 一个 GPU</translation>
    </message>
    <message>
        <source>hosts like this one have</source>
        <translation>与本机相同的主机有</translation>
    </message>
    <message>
        <source>this machine has</source>
        <translation>本机有</translation>
    </message>
    <message>
        <source>parallel: %1 are more than the %2 a job is asked to carry</source>
        <translation>parallel：%1，多于一个作业可承载的 %2 个</translation>
    </message>
    <message>
        <source>use fewer</source>
        <translation>请减少</translation>
    </message>
    <message>
        <source>over %1</source>
        <translation>超过 %1</translation>
    </message>
    <message>
        <source>%1: there is no rank %2 in a run of %3</source>
        <translation>%1：%3 个 rank 的运行中没有 rank %2</translation>
    </message>
    <message>
        <source>%1: there is no step %2 in this run, whose steps are %3 to %4</source>
        <translation>%1：该运行没有第 %2 步，其步为 %3 到 %4</translation>
    </message>
    <message>
        <source>there is no ssh in PATH, by which mpirun reaches other hosts: install it (on Debian and Ubuntu: apt-get install openssh-client)</source>
        <translation>PATH 中没有 ssh，而 mpirun 通过它访问其他主机：请安装（在 Debian 和 Ubuntu 上：apt-get install openssh-client）</translation>
    </message>
    <message>
        <source>%1: is missing</source>
        <translation>%1：缺失</translation>
    </message>
    <message>
        <source>it is built and installed beside bubblescope-run</source>
        <translation>它应与 bubblescope-run 构建并安装在一起</translation>
    </message>
    <message>
        <source>the step time is not predicted, as the strategy has no costs for this machine: %1take costs from the recording of this run with bubblescope-plan calibrate</source>
        <translation>单步时间没有预测，因为策略没有适用于本机的开销：%1请用 bubblescope-plan calibrate 从此运行的记录中取得开销</translation>
    </message>
    <message>
        <source>its GPUs are of several kinds, so %1</source>
        <translation>其 GPU 有多种型号，因此%1</translation>
    </message>
    <message>
        <source>nothing is known of its %1, so %2</source>
        <translation>对其 %1 一无所知，因此%2</translation>
    </message>
    <message>
        <source>name it as the device (device: %1), or %2</source>
        <translation>请把它写为设备（device: %1），或%2</translation>
    </message>
    <message>
        <source>paced by %1, scaled: %2, a step of %3 ms for one of %4 s, messages of %5 bytes for %6</source>
        <translation>按 %1 控制节拍，已缩放：%2，一步 %3 ms 代表 %4 s，消息 %5 字节代表 %6</translation>
    </message>
    <message>
        <source>one pipeline of %1 ranks is run</source>
        <translation>运行一条 %1 个 rank 的流水线</translation>
    </message>
    <message>
        <source>the strategy has data %1, tensor %2 and context %3, whose devices stand for one rank here</source>
        <translation>策略为 data %1、tensor %2、context %3，其设备在此由一个 rank 代表</translation>
    </message>
    <message>
        <source>rank %1: %2</source>
        <translation>rank %1：%2</translation>
    </message>
    <message>
        <source>failed: rank %1: %2</source>
        <translation>失败：rank %1：%2</translation>
    </message>
    <message>
        <source>recording read</source>
        <translation>记录已读完</translation>
    </message>
    <message>
        <source>how the run ended is not in it</source>
        <translation>其中没有运行如何结束的信息</translation>
    </message>
    <message>
        <source>is not a run record, or damaged: it does not say its version</source>
        <translation>不是运行记录，或已损坏：没有说明版本</translation>
    </message>
    <message>
        <source>is of version %1 of the format, and this program reads up to version %2</source>
        <translation>格式版本为 %1，而本程序最高读取版本 %2</translation>
    </message>
    <message>
        <source>use a newer one, or it is damaged</source>
        <translation>请使用更新的程序，或文件已损坏</translation>
    </message>
    <message>
        <source>is damaged: its checksum does not fit what it says</source>
        <translation>已损坏：校验和与内容不符</translation>
    </message>
    <message>
        <source>is not a run record, or damaged: it %1</source>
        <translation>不是运行记录，或已损坏：%1</translation>
    </message>
    <message>
        <source>is damaged: &quot;deep&quot; is neither true nor false</source>
        <translation>已损坏：“deep”既不是 true 也不是 false</translation>
    </message>
    <message>
        <source>silent on %1</source>
        <translation>在 %1 上静默</translation>
    </message>
    <message>
        <source>%1: belongs to another user or can be written by one, so what it says of a process is not acted on</source>
        <translation>%1：属于其他用户或可被其写入，因此不按其中的进程信息行动</translation>
    </message>
    <message>
        <source>nothing is heard from %1 any more, which may be down or cut off</source>
        <translation>再也收不到 %1 的任何消息，它可能已停机或断网</translation>
    </message>
    <message>
        <source>rank %1 has been silent for 3 s</source>
        <translation>rank %1 已静默 3 s</translation>
    </message>
    <message>
        <source>rank %1 on %2 has been silent for 3 s</source>
        <translation>%2 上的 rank %1 已静默 3 s</translation>
    </message>
    <message>
        <source>%1 ranks on %2 have been silent for 3 s</source>
        <translation>%2 上的 %1 个 rank 已静默 3 s</translation>
    </message>
    <message>
        <source>the network or the hosts may be down</source>
        <translation>网络或这些主机可能已停止工作</translation>
    </message>
    <message>
        <source>job %1 has no step of that run any more</source>
        <translation>作业 %1 中已没有该运行的作业步</translation>
    </message>
    <message>
        <source>Slurm does not tell where job %1 works</source>
        <translation>Slurm 没有给出作业 %1 的工作文件夹</translation>
    </message>
    <message>
        <source>job %1 of this cluster works in %2, and is not the one of the run</source>
        <translation>本集群的作业 %1 在 %2 中工作，不是该运行的作业</translation>
    </message>
    <message>
        <source>sbatch: %1</source>
        <translation>sbatch：%1</translation>
    </message>
    <message>
        <source>scancel: %1</source>
        <translation>scancel：%1</translation>
    </message>
    <message>
        <source>there is no %1 in PATH here</source>
        <translation>此处的 PATH 中没有 %1</translation>
    </message>
    <message>
        <source>use a host of the cluster</source>
        <translation>请使用集群中的主机</translation>
    </message>
    <message>
        <source>%1 has not answered within %2 s</source>
        <translation>%1 在 %2 s 内没有应答</translation>
    </message>
    <message>
        <source>%1 says: %2</source>
        <translation>%1 的消息：%2</translation>
    </message>
    <message>
        <source>Slurm does not tell its partitions: it has none</source>
        <translation>Slurm 没有给出分区：没有任何分区</translation>
    </message>
    <message>
        <source>Slurm does not tell its partitions: %1</source>
        <translation>Slurm 没有给出分区：%1</translation>
    </message>
    <message>
        <source>it has none</source>
        <translation>没有任何分区</translation>
    </message>
    <message>
        <source>there is no sbatch in PATH: submit on a machine of a Slurm cluster, such as its login node, or run it here with bubblescope-run FILE</source>
        <translation>PATH 中没有 sbatch：请在 Slurm 集群的机器（如登录节点）上提交，或用 bubblescope-run FILE 在此处运行</translation>
    </message>
    <message>
        <source>sbatch has not answered within %1 s</source>
        <translation>sbatch 在 %1 s 内没有应答</translation>
    </message>
    <message>
        <source>squeue --me says whether it took the job all the same</source>
        <translation>是否仍已接受作业，请查看 squeue --me</translation>
    </message>
    <message>
        <source>sbatch did not say which job it is</source>
        <translation>sbatch 没有给出作业编号</translation>
    </message>
    <message>
        <source>squeue --me does: %1</source>
        <translation>请查看 squeue --me：%1</translation>
    </message>
    <message>
        <source>input gradient</source>
        <translation>输入梯度</translation>
    </message>
    <message>
        <source>weight gradient</source>
        <translation>权重梯度</translation>
    </message>
    <message>
        <source>is no record of a job, or damaged: it %1</source>
        <translation>不是作业记录，或已损坏：%1</translation>
    </message>
    <message>
        <source>is no record of a job</source>
        <translation>不是作业记录</translation>
    </message>
    <message>
        <source>is a record of a job of another version</source>
        <translation>是其他版本的作业记录</translation>
    </message>
    <message>
        <source>use the one that wrote it</source>
        <translation>请使用写入它的版本</translation>
    </message>
    <message>
        <source>%1: belongs to another user or can be written by one, so what it says of a job is not acted on</source>
        <translation>%1：属于其他用户或可被其写入，因此不按其中的作业信息行动</translation>
    </message>
    <message>
        <source>%1: %2 is no name of Slurm&apos;s</source>
        <translation>%1：%2 不是有效的 Slurm 名称</translation>
    </message>
    <message>
        <source>SBATCH_TIMELIMIT: %1 is no time</source>
        <translation>SBATCH_TIMELIMIT：%1 不是时间</translation>
    </message>
    <message>
        <source>give one with --time</source>
        <translation>请用 --time 给出</translation>
    </message>
    <message>
        <source>%1 is set and has no effect here</source>
        <translation>已设置 %1，但在此处不起作用</translation>
    </message>
    <message>
        <source>ask for as many, or for fewer --ranks-per-node</source>
        <translation>请申请这么多 GPU，或减小 --ranks-per-node</translation>
    </message>
    <message>
        <source>signals cannot be received: %1</source>
        <translation>无法接收信号：%1</translation>
    </message>
    <message>
        <source>%1 %2 ended</source>
        <translation>%1 %2已结束</translation>
    </message>
    <message>
        <source>the recording goes on</source>
        <translation>记录继续进行</translation>
    </message>
    <message>
        <source>no rank has sent a record for %1 s</source>
        <translation>%1 s 内没有任何 rank 发送记录</translation>
    </message>
    <message>
        <source>%1 was silent for 30 s%2</source>
        <translation>%1静默了 30 s%2</translation>
    </message>
    <message>
        <source>the folder of the run was deleted while it went on</source>
        <translation>运行进行期间，其文件夹被删除</translation>
    </message>
    <message>
        <source>%1 processes could not be ended</source>
        <translation>有 %1 个进程无法结束</translation>
    </message>
    <message>
        <source>the kernel holds them</source>
        <translation>它们被操作系统内核占住</translation>
    </message>
    <message>
        <source>weights, gradients and optimizer of %1 million parameters need about %2 GiB over all ranks, and %3 %4 GiB</source>
        <translation>%1 百万参数的权重、梯度与优化器在所有 rank 上共需约 %2 GiB，而%3 %4 GiB</translation>
    </message>
    <message>
        <source>lower model.layers, model.hidden or parallel.data, or run it with --device emulated</source>
        <translation>请减小 model.layers、model.hidden 或 parallel.data，或用 --device emulated 运行</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not a list of nodes as Slurm writes them</source>
        <translation>“%1”不是 Slurm 所写的节点列表</translation>
    </message>
    <message>
        <source>%1 says no slots and other hosts do</source>
        <translation>%1 没有给出 slots，而其他主机给出了</translation>
    </message>
    <message>
        <source>give slots=N for each, or --ranks-per-node N for all</source>
        <translation>请为每台主机给出 slots=N，或用 --ranks-per-node N 统一指定</translation>
    </message>
    <message>
        <source>%1 ranks need more room than %2 %3 for %4: name more hosts, or allow more ranks on each with --ranks-per-node N</source>
        <translation>%1 个 rank 放不下：%2 %3 %4 个；请增加主机，或用 --ranks-per-node N 允许每台主机放更多 rank</translation>
    </message>
    <message>
        <source>host has</source>
        <translation>台主机可放</translation>
    </message>
    <message>
        <source>hosts have</source>
        <translation>台主机可放</translation>
    </message>
    <message>
        <source>ranks %1</source>
        <translation>rank %1</translation>
    </message>
    <message>
        <source>%1: Slurm&apos;s scripts can name no folder with &quot;, \, % or a line end in its name</source>
        <translation>%1：Slurm 脚本无法使用名称中含 &quot;、\、% 或换行的文件夹</translation>
    </message>
    <message>
        <source>give another with --record</source>
        <translation>请用 --record 换一个</translation>
    </message>
    <message>
        <source>%1: cannot stand in a script, as it has a line end or another control character in it</source>
        <translation>%1：含有换行或其他控制字符，不能写入脚本</translation>
    </message>
    <message>
        <source>%1, begun again %2</source>
        <translation>%1，已重新开始 %2</translation>
    </message>
    <message>
        <source>%1 time</source>
        <translation>%1 次</translation>
    </message>
    <message>
        <source>%1 times</source>
        <translation>%1 次</translation>
    </message>
    <message>
        <source>will never start as it is: %1</source>
        <translation>照现状永远不会开始：%1</translation>
    </message>
    <message>
        <source>a process took more memory than the job has</source>
        <translation>有进程占用的主存超过作业的限额</translation>
    </message>
    <message>
        <source>ask for more with --mem</source>
        <translation>请用 --mem 增加申请</translation>
    </message>
    <message>
        <source>ended by signal %1</source>
        <translation>被信号 %1 终止</translation>
    </message>
    <message>
        <source>Slurm found no node that is as the job asks for</source>
        <translation>Slurm 没有找到符合作业要求的节点</translation>
    </message>
    <message>
        <source>failed: Slurm says %1</source>
        <translation>失败：Slurm 给出的原因为 %1</translation>
    </message>
    <message>
        <source>out of time</source>
        <translation>超过时限</translation>
    </message>
    <message>
        <source>node failed</source>
        <translation>节点故障</translation>
    </message>
    <message>
        <source>cancel it with scancel %1</source>
        <translation>请取消它：scancel %1</translation>
    </message>
    <message>
        <source>nodes of its partition are down or reserved</source>
        <translation>其分区的节点已停机或被预留</translation>
    </message>
    <message>
        <source>Slurm holds a job back for two minutes before it begins it again</source>
        <translation>Slurm 在重新开始作业前会等待两分钟</translation>
    </message>
    <message>
        <source>Slurm expects it to begin at %1 %2</source>
        <translation>Slurm 预计它在 %1 %2 开始</translation>
    </message>
    <message>
        <source>runs on %1</source>
        <translation>在 %1 上运行</translation>
    </message>
    <message>
        <source>is suspended on %1</source>
        <translation>在 %1 上已暂停</translation>
    </message>
    <message>
        <source>has ended</source>
        <translation>已结束</translation>
    </message>
    <message>
        <source>its processes on %1 are being ended</source>
        <translation>其在 %1 上的进程正在结束</translation>
    </message>
    <message>
        <source>was ended for a job of a higher priority</source>
        <translation>被更高优先级的作业抢占</translation>
    </message>
    <message>
        <source>reached its time limit</source>
        <translation>达到时限</translation>
    </message>
    <message>
        <source>ask for more with --time</source>
        <translation>请用 --time 增加时限</translation>
    </message>
    <message>
        <source>reached its time limit of %1</source>
        <translation>达到时限 %1</translation>
    </message>
    <message>
        <source>a node of it failed</source>
        <translation>其某个节点发生故障</translation>
    </message>
    <message>
        <source>one of its nodes %1 failed</source>
        <translation>其节点 %1 之一发生故障</translation>
    </message>
    <message>
        <source>was cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>has completed</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>is no longer known to Slurm</source>
        <translation>在 Slurm 中已无记录</translation>
    </message>
    <message>
        <source>Slurm says %1</source>
        <translation>Slurm 给出的状态为 %1</translation>
    </message>
    <message>
        <source>%1, and %2 more</source>
        <translation>%1，另有 %2 个</translation>
    </message>
    <message>
        <source>ask for fewer with --nodes, or put more ranks on each with --ranks-per-node</source>
        <translation>请用 --nodes 减少节点，或用 --ranks-per-node 增加每个节点的 rank</translation>
    </message>
    <message>
        <source>partition %1 gives a job at most %2, and the job asks for %3</source>
        <translation>分区 %1 最多给一个作业 %2，而作业申请了 %3 个</translation>
    </message>
    <message>
        <source>partition %1 has %2, and the job asks for %3</source>
        <translation>分区 %1 有 %2，而作业申请了 %3 个</translation>
    </message>
    <message>
        <source>partition %1 takes jobs of %2 and more, and the job asks for %3</source>
        <translation>分区 %1 只接受 %2 及以上的作业，而作业申请了 %3 个</translation>
    </message>
    <message>
        <source>name another with --partition, or ask for more with --nodes</source>
        <translation>请用 --partition 换一个分区，或用 --nodes 增加节点</translation>
    </message>
    <message>
        <source>partition %1 starts no jobs, as it is %2</source>
        <translation>分区 %1 不启动作业，因为其状态为 %2</translation>
    </message>
    <message>
        <source>name another with --partition</source>
        <translation>请用 --partition 换一个分区</translation>
    </message>
    <message>
        <source>partition %1 lets a job run for %2, and the job asks for %3</source>
        <translation>分区 %1 允许作业运行 %2，而作业申请了 %3</translation>
    </message>
    <message>
        <source>ask for --time %1 or less</source>
        <translation>请申请 --time %1 或更短</translation>
    </message>
    <message>
        <source>partition %1 is for some accounts only</source>
        <translation>分区 %1 只供部分账户使用</translation>
    </message>
    <message>
        <source>name one of them with --account: %1</source>
        <translation>请用 --account 指定其中之一：%1</translation>
    </message>
    <message>
        <source>partition %1 is closed to account %2</source>
        <translation>分区 %1 不对账户 %2 开放</translation>
    </message>
    <message>
        <source>name another with --account</source>
        <translation>请用 --account 换一个账户</translation>
    </message>
    <message>
        <source>partition %1 takes no jobs of qos %2</source>
        <translation>分区 %1 不接受 qos 为 %2 的作业</translation>
    </message>
    <message>
        <source>name one of these with --qos: %1</source>
        <translation>请用 --qos 指定其中之一：%1</translation>
    </message>
    <message>
        <source>there is no partition %1</source>
        <translation>没有分区 %1</translation>
    </message>
    <message>
        <source>name one of these with --partition: %1</source>
        <translation>请用 --partition 指定其中之一：%1</translation>
    </message>
    <message>
        <source>no partition takes jobs that name none</source>
        <translation>没有分区接受未指定分区的作业</translation>
    </message>
    <message>
        <source>name one with --partition: %1</source>
        <translation>请用 --partition 指定一个：%1</translation>
    </message>
    <message>
        <source>ask for less</source>
        <translation>请减少申请</translation>
    </message>
    <message>
        <source>scontrol release JOB lets it go on</source>
        <translation>可用 scontrol release JOB 让它继续</translation>
    </message>
    <message>
        <source>ask them</source>
        <translation>请联系管理员</translation>
    </message>
    <message>
        <source>Slurm has not looked at it yet</source>
        <translation>Slurm 尚未处理它</translation>
    </message>
    <message>
        <source>it waits for nodes to become free</source>
        <translation>它在等待节点空闲</translation>
    </message>
    <message>
        <source>jobs of a higher priority are before it</source>
        <translation>它之前有更高优先级的作业</translation>
    </message>
    <message>
        <source>it may not begin yet</source>
        <translation>它还不能开始</translation>
    </message>
    <message>
        <source>it waits for another job</source>
        <translation>它在等待另一个作业</translation>
    </message>
    <message>
        <source>it waits for a licence</source>
        <translation>它在等待许可证</translation>
    </message>
    <message>
        <source>its reservation has not begun</source>
        <translation>其预留尚未开始</translation>
    </message>
    <message>
        <source>what it left when it was stopped is cleared up first</source>
        <translation>先清理它停止时的遗留</translation>
    </message>
    <message>
        <source>its nodes are being made ready</source>
        <translation>其节点正在准备</translation>
    </message>
    <message>
        <source>it waits for a burst buffer</source>
        <translation>它在等待突发缓冲区</translation>
    </message>
    <message>
        <source>its burst buffer is being filled</source>
        <translation>其突发缓冲区正在装入数据</translation>
    </message>
    <message>
        <source>as many of its array run as may at a time</source>
        <translation>其作业数组中同时运行的作业已达上限</translation>
    </message>
    <message>
        <source>its qos has been used too much</source>
        <translation>其 qos 的用量已超限</translation>
    </message>
    <message>
        <source>as many jobs of its qos run as may at a time</source>
        <translation>其 qos 同时运行的作业已达上限</translation>
    </message>
    <message>
        <source>as many of your jobs run as may at a time</source>
        <translation>本用户同时运行的作业已达上限</translation>
    </message>
    <message>
        <source>you hold it</source>
        <translation>它被本用户挂起</translation>
    </message>
    <message>
        <source>an administrator holds it</source>
        <translation>它被管理员挂起</translation>
    </message>
    <message>
        <source>it was stopped so often that Slurm holds it</source>
        <translation>它停止的次数过多，已被 Slurm 挂起</translation>
    </message>
    <message>
        <source>its output says why</source>
        <translation>原因见其输出</translation>
    </message>
    <message>
        <source>a node could not start it</source>
        <translation>有节点无法启动它</translation>
    </message>
    <message>
        <source>an administrator has stopped its partition</source>
        <translation>管理员已停用其分区</translation>
    </message>
    <message>
        <source>an administrator has closed its partition</source>
        <translation>管理员已关闭其分区</translation>
    </message>
    <message>
        <source>a node that it needs is down</source>
        <translation>它所需的节点已停机</translation>
    </message>
    <message>
        <source>Slurm itself, a disk or the network has failed</source>
        <translation>Slurm 本身、磁盘或网络发生故障</translation>
    </message>
    <message>
        <source>the job that it waits for has ended in another way</source>
        <translation>它所等待的作业没有按要求的方式结束</translation>
    </message>
    <message>
        <source>it asks for more than its partition gives</source>
        <translation>其申请超过分区的上限</translation>
    </message>
    <message>
        <source>it asks for more nodes than its partition gives</source>
        <translation>其申请的节点超过分区的上限</translation>
    </message>
    <message>
        <source>ask for fewer with --nodes</source>
        <translation>请用 --nodes 减少节点</translation>
    </message>
    <message>
        <source>it asks for more time than its partition gives</source>
        <translation>其申请的时间超过分区的上限</translation>
    </message>
    <message>
        <source>ask for less with --time</source>
        <translation>请用 --time 缩短时限</translation>
    </message>
    <message>
        <source>no node is as it asks for</source>
        <translation>没有符合其要求的节点</translation>
    </message>
    <message>
        <source>its account is not valid</source>
        <translation>其账户无效</translation>
    </message>
    <message>
        <source>its account may not use its partition</source>
        <translation>其账户无权使用其分区</translation>
    </message>
    <message>
        <source>the rules of its account forbid it</source>
        <translation>其账户的规则不允许</translation>
    </message>
    <message>
        <source>its qos is not valid</source>
        <translation>其 qos 无效</translation>
    </message>
    <message>
        <source>name another with --qos</source>
        <translation>请用 --qos 换一个</translation>
    </message>
    <message>
        <source>its qos may not use its partition</source>
        <translation>其 qos 无权使用其分区</translation>
    </message>
    <message>
        <source>it asks for more time than its qos gives</source>
        <translation>其申请的时间超过 qos 的上限</translation>
    </message>
    <message>
        <source>it asks for more than its qos gives</source>
        <translation>其申请超过 qos 的上限</translation>
    </message>
    <message>
        <source>it asks for more time than its account gives</source>
        <translation>其申请的时间超过账户的上限</translation>
    </message>
    <message>
        <source>it asks for more than its account gives</source>
        <translation>其申请超过账户的上限</translation>
    </message>
    <message>
        <source>it asks for more memory than its partition gives</source>
        <translation>其申请的主存超过分区的上限</translation>
    </message>
    <message>
        <source>ask for less with --mem</source>
        <translation>请用 --mem 减少申请</translation>
    </message>
    <message>
        <source>it asks for less than its %1 demands</source>
        <translation>其申请低于 %1 的要求</translation>
    </message>
    <message>
        <source>ask for more</source>
        <translation>请增加申请</translation>
    </message>
    <message>
        <source>it asks for more time than its %1 gives</source>
        <translation>其申请的时间超过 %1 的上限</translation>
    </message>
    <message>
        <source>it asks for more than its %1 gives a job (%2)</source>
        <translation>其申请超过 %1 给单个作业的上限（%2）</translation>
    </message>
    <message>
        <source>all that its %1 may use at a time is in use (%2)</source>
        <translation>其 %1 可同时使用的资源已全部占用（%2）</translation>
    </message>
    <message>
        <source>all that you may use at a time under its %1 is in use (%2)</source>
        <translation>本用户在其 %1 下可同时使用的资源已全部占用（%2）</translation>
    </message>
    <message>
        <source>nodes that it needs are down, drained or reserved (%1)</source>
        <translation>它所需的节点已停机、排空或被预留（%1）</translation>
    </message>
    <message>
        <source>Slurm says: %1</source>
        <translation>Slurm 给出的原因：%1</translation>
    </message>
</context>
<context>
    <name>runtime</name>
    <message>
        <source>%1: the %2 was not started: %3</source>
        <translation>%1：%2 没有启动：%3</translation>
    </message>
    <message>
        <source>%1 (rank %2 of %3)</source>
        <translation>%1（%3 的 rank %2）</translation>
    </message>
    <message>
        <source>%1: the %2 of %3</source>
        <translation>%1：%3 的 %2</translation>
    </message>
    <message>
        <source>%1 was not over within %2</source>
        <translation>%1 在 %2 内没有结束</translation>
    </message>
    <message>
        <source>a rank of the group is stuck or gone</source>
        <translation>组内有 rank 卡住或已消失</translation>
    </message>
    <message>
        <source>%1 bytes are not a block of %2 for each rank</source>
        <translation>%1 字节不等于每个 rank 各一块 %2</translation>
    </message>
    <message>
        <source>one block for each rank is needed, even if it is empty</source>
        <translation>每个 rank 都需要一块，即使为空</translation>
    </message>
    <message>
        <source>the blocks do not add up to the data</source>
        <translation>各块之和与数据不符</translation>
    </message>
    <message>
        <source>the block for this rank itself has two lengths</source>
        <translation>本 rank 自身的块有两个长度</translation>
    </message>
    <message>
        <source>its root, %1, is not in the group</source>
        <translation>其根 %1 不在组内</translation>
    </message>
    <message>
        <source>%1 bytes go, but %2 are to come</source>
        <translation>发出 %1 字节，但应收到 %2 字节</translation>
    </message>
    <message>
        <source>processor of unknown name</source>
        <translation>名称未知的处理器</translation>
    </message>
    <message>
        <source>model name</source>
        <translation>型号名称</translation>
    </message>
    <message>
        <source>%1 thread</source>
        <translation>%1 个线程</translation>
    </message>
    <message>
        <source>oneDNN refuses a product of %1 x %2 by %3 x %4: status %5</source>
        <translation>oneDNN 拒绝 %1 × %2 与 %3 × %4 的矩阵乘：状态 %5</translation>
    </message>
    <message>
        <source>its memory is damaged: look at dmesg and nvidia-smi -q -d ECC, and use another GPU</source>
        <translation>其显存已损坏：请查看 dmesg 与 nvidia-smi -q -d ECC，并换用其他 GPU</translation>
    </message>
    <message>
        <source>another process holds it, or nvidia-smi -c has set it to exclusive use</source>
        <translation>被其他进程占用，或已由 nvidia-smi -c 设为独占</translation>
    </message>
    <message>
        <source>install a newer driver, or run with --device cpu</source>
        <translation>请安装更新的驱动，或用 --device cpu 运行</translation>
    </message>
    <message>
        <source>a connection between GPUs is faulty: look at dmesg and nvidia-smi nvlink -e, and use other GPUs</source>
        <translation>GPU 之间的连接有故障：请查看 dmesg 与 nvidia-smi nvlink -e，并换用其他 GPU</translation>
    </message>
    <message>
        <source>the driver may have lost it: look at dmesg and nvidia-smi, and restart the machine where it does not answer</source>
        <translation>驱动可能已与它失联：请查看 dmesg 与 nvidia-smi，若无应答请重启机器</translation>
    </message>
    <message>
        <source>the kernels of this build are for compute capability 8.0 and later</source>
        <translation>此构建的内核适用于计算能力 8.0 及以上</translation>
    </message>
    <message>
        <source>this is a fault of the program or of the GPU: run it with compute-sanitizer, or on another GPU</source>
        <translation>这是程序或 GPU 的故障：请用 compute-sanitizer 运行，或换用其他 GPU</translation>
    </message>
    <message>
        <source>the GPU cannot %1: %2 (%3)%4</source>
        <translation>GPU 无法%1：%2（%3）%4</translation>
    </message>
    <message>
        <source>be chosen</source>
        <translation>选用</translation>
    </message>
    <message>
        <source>attention on GPUs takes heads of at most %1 columns, and these have %2</source>
        <translation>GPU 上的注意力最多支持 %1 列的头，而此处有 %2 列</translation>
    </message>
    <message>
        <source>use more heads</source>
        <translation>请增加头数</translation>
    </message>
    <message>
        <source>add a bias</source>
        <translation>加偏置</translation>
    </message>
    <message>
        <source>sum columns</source>
        <translation>按列求和</translation>
    </message>
    <message>
        <source>take a norm</source>
        <translation>计算归一化</translation>
    </message>
    <message>
        <source>take the gradient of a norm</source>
        <translation>计算归一化的梯度</translation>
    </message>
    <message>
        <source>add a residual</source>
        <translation>加残差</translation>
    </message>
    <message>
        <source>add a residual and take a norm</source>
        <translation>加残差并归一化</translation>
    </message>
    <message>
        <source>take the gradient of a norm&apos;s weights</source>
        <translation>计算归一化权重的梯度</translation>
    </message>
    <message>
        <source>compute GELU</source>
        <translation>计算 GELU</translation>
    </message>
    <message>
        <source>compute the gradient of GELU</source>
        <translation>计算 GELU 的梯度</translation>
    </message>
    <message>
        <source>compute SwiGLU</source>
        <translation>计算 SwiGLU</translation>
    </message>
    <message>
        <source>compute the gradient of SwiGLU</source>
        <translation>计算 SwiGLU 的梯度</translation>
    </message>
    <message>
        <source>turn positions</source>
        <translation>旋转位置编码</translation>
    </message>
    <message>
        <source>compute attention</source>
        <translation>计算注意力</translation>
    </message>
    <message>
        <source>take products of heads</source>
        <translation>计算各头的乘积</translation>
    </message>
    <message>
        <source>compute the gradient of attention</source>
        <translation>计算注意力的梯度</translation>
    </message>
    <message>
        <source>gather rows</source>
        <translation>收集行</translation>
    </message>
    <message>
        <source>scatter rows</source>
        <translation>分发行</translation>
    </message>
    <message>
        <source>add to rows</source>
        <translation>累加到行</translation>
    </message>
    <message>
        <source>take products of rows</source>
        <translation>计算行的乘积</translation>
    </message>
    <message>
        <source>scale rows</source>
        <translation>缩放行</translation>
    </message>
    <message>
        <source>find the largest logits</source>
        <translation>求最大 logits</translation>
    </message>
    <message>
        <source>compute probabilities</source>
        <translation>计算概率</translation>
    </message>
    <message>
        <source>sum losses</source>
        <translation>对损失求和</translation>
    </message>
    <message>
        <source>take the gradient of the loss</source>
        <translation>计算损失的梯度</translation>
    </message>
    <message>
        <source>choose experts</source>
        <translation>选择专家</translation>
    </message>
    <message>
        <source>take the gradient of the choice of experts</source>
        <translation>计算专家选择的梯度</translation>
    </message>
    <message>
        <source>count the tokens of experts</source>
        <translation>统计各专家的词元</translation>
    </message>
    <message>
        <source>order tokens by expert</source>
        <translation>按专家排列词元</translation>
    </message>
    <message>
        <source>order arrivals</source>
        <translation>排列到达的词元</translation>
    </message>
    <message>
        <source>make a stream</source>
        <translation>创建流</translation>
    </message>
    <message>
        <source>let a stream wait</source>
        <translation>让流等待</translation>
    </message>
    <message>
        <source>the GPU has not done within %1 what was queued</source>
        <translation>GPU 在 %1 内没有完成已排队的工作</translation>
    </message>
    <message>
        <source>it hangs, or waits for a rank that is stuck or gone%1</source>
        <translation>它已挂起，或在等待卡住或消失的 rank%1</translation>
    </message>
    <message>
        <source>make an event</source>
        <translation>创建事件</translation>
    </message>
    <message>
        <source>mark a moment</source>
        <translation>标记时刻</translation>
    </message>
    <message>
        <source>do what was queued</source>
        <translation>执行已排队的工作</translation>
    </message>
    <message>
        <source>there is no NVIDIA driver on this machine, or its kernel module is not loaded</source>
        <translation>本机没有 NVIDIA 驱动，或其内核模块未加载</translation>
    </message>
    <message>
        <source>the driver is for CUDA %1, and this program needs CUDA %2</source>
        <translation>驱动对应 CUDA %1，而本程序需要 CUDA %2</translation>
    </message>
    <message>
        <source>install a newer driver</source>
        <translation>请安装更新的驱动</translation>
    </message>
    <message>
        <source>the driver shows no GPU</source>
        <translation>驱动没有报告任何 GPU</translation>
    </message>
    <message>
        <source>see nvidia-smi, and CUDA_VISIBLE_DEVICES</source>
        <translation>请查看 nvidia-smi 与 CUDA_VISIBLE_DEVICES</translation>
    </message>
    <message>
        <source>the driver&apos;s kernel module and its libraries are not of one version, as after an update: restart the machine</source>
        <translation>驱动的内核模块与库版本不一致，常见于更新之后：请重启机器</translation>
    </message>
    <message>
        <source>its libraries are for CUDA %1</source>
        <translation>其库对应 CUDA %1</translation>
    </message>
    <message>
        <source>the GPUs are not ready: start NVIDIA&apos;s fabric manager (systemctl start nvidia-fabricmanager)</source>
        <translation>GPU 未就绪：请启动 NVIDIA fabric manager（systemctl start nvidia-fabricmanager）</translation>
    </message>
    <message>
        <source>CUDA does not start: %1 (%2)</source>
        <translation>CUDA 无法启动：%1（%2）</translation>
    </message>
    <message>
        <source>say who may use it</source>
        <translation>报告谁可使用</translation>
    </message>
    <message>
        <source>say what it is</source>
        <translation>报告型号</translation>
    </message>
    <message>
        <source>this program needs compute capability %1.0 or later</source>
        <translation>本程序需要计算能力 %1.0 或以上</translation>
    </message>
    <message>
        <source>%1, driver for CUDA %2, CUDA %3, cuBLAS %4, NCCL %5</source>
        <translation>%1，驱动对应 CUDA %2，CUDA %3，cuBLAS %4，NCCL %5</translation>
    </message>
    <message>
        <source>update weights</source>
        <translation>更新权重</translation>
    </message>
    <message>
        <source>sum squares</source>
        <translation>求平方和</translation>
    </message>
    <message>
        <source>sum numbers of a step</source>
        <translation>对一步的数求和</translation>
    </message>
    <message>
        <source>find the norm of the gradients</source>
        <translation>求梯度范数</translation>
    </message>
    <message>
        <source>add a gradient of a bias</source>
        <translation>累加偏置的梯度</translation>
    </message>
    <message>
        <source>the GPU has no memory left, and what it has to do before it can free some is not over: %1</source>
        <translation>GPU 没有剩余显存，而释放显存之前须完成的工作尚未结束：%1</translation>
    </message>
    <message>
        <source>take memory</source>
        <translation>分配显存</translation>
    </message>
    <message>
        <source>%1 of the GPU&apos;s %2 GiB are free%3</source>
        <translation>GPU 的 %2 GiB 中空闲 %1%3</translation>
    </message>
    <message>
        <source>%1, and %2</source>
        <translation>%1，而 %2</translation>
    </message>
    <message>
        <source>free memory</source>
        <translation>释放显存</translation>
    </message>
    <message>
        <source>copy values to the GPU</source>
        <translation>把数据拷贝到 GPU</translation>
    </message>
    <message>
        <source>mark a copy</source>
        <translation>标记拷贝</translation>
    </message>
    <message>
        <source>copy values from the GPU</source>
        <translation>从 GPU 拷贝数据</translation>
    </message>
    <message>
        <source>fill memory</source>
        <translation>填充显存</translation>
    </message>
    <message>
        <source>pin memory of the host</source>
        <translation>锁定主机内存</translation>
    </message>
    <message>
        <source>kernels are not recorded: CUPTI cannot be loaded (%1)</source>
        <translation>不记录内核：无法加载 CUPTI（%1）</translation>
    </message>
    <message>
        <source>it comes with the CUDA toolkit, and its folder must be in LD_LIBRARY_PATH</source>
        <translation>它随 CUDA toolkit 提供，其文件夹须在 LD_LIBRARY_PATH 中</translation>
    </message>
    <message>
        <source>kernels are not recorded: %1 is CUPTI %2, and this program needs %3 or later</source>
        <translation>不记录内核：%1 为 CUPTI %2，而本程序需要 %3 或以上</translation>
    </message>
    <message>
        <source>install that of CUDA %1.%2</source>
        <translation>请安装 CUDA %1.%2 的版本</translation>
    </message>
    <message>
        <source>copy to the device</source>
        <translation>拷贝到设备</translation>
    </message>
    <message>
        <source>copy to the host</source>
        <translation>拷贝到主机</translation>
    </message>
    <message>
        <source>copy between devices</source>
        <translation>设备间拷贝</translation>
    </message>
    <message>
        <source>kernels are not recorded: another rank of this process does so</source>
        <translation>不记录内核：本进程的另一个 rank 正在记录</translation>
    </message>
    <message>
        <source>kernels are not recorded: %1</source>
        <translation>不记录内核：%1</translation>
    </message>
    <message>
        <source>this user may not trace the GPU</source>
        <translation>此用户无权跟踪 GPU</translation>
    </message>
    <message>
        <source>an administrator has to load the driver with NVreg_RestrictProfilingToAdminUsers=0, as an option of the module nvidia in /etc/modprobe.d, or to give the program CAP_SYS_ADMIN</source>
        <translation>须由管理员在 /etc/modprobe.d 中为 nvidia 模块设置选项 NVreg_RestrictProfilingToAdminUsers=0 后加载驱动，或授予程序 CAP_SYS_ADMIN</translation>
    </message>
    <message>
        <source>this virtual machine may not trace the GPU</source>
        <translation>此虚拟机无权跟踪 GPU</translation>
    </message>
    <message>
        <source>an administrator of its host has to allow profiling for the virtual GPU</source>
        <translation>须由主机管理员允许对虚拟 GPU 进行性能分析</translation>
    </message>
    <message>
        <source>another tool traces this process</source>
        <translation>另有工具正在跟踪此进程</translation>
    </message>
    <message>
        <source>end it, or run without --deep</source>
        <translation>请结束它，或不用 --deep 运行</translation>
    </message>
    <message>
        <source>CUPTI does not start: %1</source>
        <translation>CUPTI 无法启动：%1</translation>
    </message>
    <message>
        <source>the library&apos;s name has CUDA&apos;s version</source>
        <translation>库名含 CUDA 版本</translation>
    </message>
    <message>
        <source>cuBLASLt cannot %1: %2 (%3)</source>
        <translation>cuBLASLt 无法%1：%2（%3）</translation>
    </message>
    <message>
        <source>describe a matrix</source>
        <translation>描述矩阵</translation>
    </message>
    <message>
        <source>describe a product</source>
        <translation>描述矩阵乘</translation>
    </message>
    <message>
        <source>choose an algorithm</source>
        <translation>选择算法</translation>
    </message>
    <message>
        <source>find an algorithm for a product</source>
        <translation>为矩阵乘查找算法</translation>
    </message>
    <message>
        <source>cuBLASLt has no algorithm for a product of %1 x %2 by %3 x %4</source>
        <translation>cuBLASLt 没有适用于 %1 × %2 与 %3 × %4 矩阵乘的算法</translation>
    </message>
    <message>
        <source>NCCL cannot %1: %2</source>
        <translation>NCCL 无法%1：%2</translation>
    </message>
    <message>
        <source>say its version</source>
        <translation>报告版本</translation>
    </message>
    <message>
        <source>NCCL %1 is here, and GPUs need %2 or later to exchange what they compute: install a newer libnccl2</source>
        <translation>现有 NCCL %1，而 GPU 之间交换计算结果需要 %2 或以上：请安装更新的 libnccl2</translation>
    </message>
    <message>
        <source>reduce in the order of ranks</source>
        <translation>按 rank 顺序归约</translation>
    </message>
    <message>
        <source>make the communicator %1</source>
        <translation>创建通信器 %1</translation>
    </message>
    <message>
        <source>say how %1 is</source>
        <translation>报告 %1 的状态</translation>
    </message>
    <message>
        <source>go on in %1</source>
        <translation>在 %1 中继续</translation>
    </message>
    <message>
        <source>end %1</source>
        <translation>结束 %1</translation>
    </message>
    <message>
        <source>rank %1 of the pipeline cannot open a port for rank %2 to come to</source>
        <translation>流水线的 rank %1 无法为 rank %2 打开端口</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 到 %2</translation>
    </message>
    <message>
        <source>no message was expected between rank %1 and rank %2</source>
        <translation>rank %1 与 rank %2 之间不应有消息</translation>
    </message>
    <message>
        <source>the GPU has no memory left for messages</source>
        <translation>GPU 没有用于消息的剩余显存</translation>
    </message>
    <message>
        <source>no receive of %1 was started</source>
        <translation>没有启动 %1 的接收</translation>
    </message>
    <message>
        <source>queue an operation of %1</source>
        <translation>把 %1 的操作排入队列</translation>
    </message>
    <message>
        <source>%1: beginning an operation</source>
        <translation>%1：开始操作</translation>
    </message>
    <message>
        <source>no record of that could be made: %1</source>
        <translation>无法留下记录：%1</translation>
    </message>
    <message>
        <source>begun and not over is %1</source>
        <translation>已开始而未结束的是 %1</translation>
    </message>
    <message>
        <source>%1: its end</source>
        <translation>%1：其结束</translation>
    </message>
    <message>
        <source>none of its ranks came through</source>
        <translation>没有任何 rank 通过</translation>
    </message>
    <message>
        <source>of its ranks these did not come through: %1</source>
        <translation>以下 rank 没有通过：%1</translation>
    </message>
    <message>
        <source>open a port for others to come to</source>
        <translation>为其他 rank 打开端口</translation>
    </message>
    <message>
        <source>does NCCL_SOCKET_IFNAME name an interface that this host has</source>
        <translation>NCCL_SOCKET_IFNAME 指定的网络接口在此主机上是否存在</translation>
    </message>
    <message>
        <source>%1: its rank 0 cannot open a port for the others to come to</source>
        <translation>%1：其 rank 0 无法为其他 rank 打开端口</translation>
    </message>
    <message>
        <source>%1: of its ranks these could not begin, and say why: %2</source>
        <translation>%1：以下 rank 无法开始，原因：%2</translation>
    </message>
    <message>
        <source>%1: not all of its GPUs came together within %2. Run with NCCL_DEBUG=INFO and look at the last words of those</source>
        <translation>%1：并非所有 GPU 都在 %2 内建立连接。请用 NCCL_DEBUG=INFO 运行并查看它们最后的消息</translation>
    </message>
    <message>
        <source>hosts that do not reach each other need NCCL_SOCKET_IFNAME, or a firewall that lets them</source>
        <translation>互不可达的主机需要设置 NCCL_SOCKET_IFNAME，或放行防火墙</translation>
    </message>
    <message>
        <source>the GPU has no memory left to try %1 with</source>
        <translation>GPU 没有剩余显存用于试验 %1</translation>
    </message>
    <message>
        <source>error %1</source>
        <translation>错误 %1</translation>
    </message>
    <message>
        <source>NVIDIA&apos;s management library cannot start: %1</source>
        <translation>NVIDIA 管理库无法启动：%1</translation>
    </message>
    <message>
        <source>the GPU&apos;s load, power and clocks are not recorded%1</source>
        <translation>不记录 GPU 的负载、功率与时钟频率%1</translation>
    </message>
    <message>
        <source>the machine must be restarted after the driver was updated</source>
        <translation>驱动更新后须重启机器</translation>
    </message>
    <message>
        <source>NVIDIA&apos;s management library does not find GPU %1: %2</source>
        <translation>NVIDIA 管理库找不到 GPU %1：%2</translation>
    </message>
    <message>
        <source>its load, power and clocks are not recorded</source>
        <translation>不记录其负载、功率与时钟频率</translation>
    </message>
    <message>
        <source>GPU %1 reports Xid %2: %3</source>
        <translation>GPU %1 报告 Xid %2：%3</translation>
    </message>
    <message>
        <source>GPU %1 has an error in its memory that cannot be corrected</source>
        <translation>GPU %1 的显存有无法纠正的错误</translation>
    </message>
    <message>
        <source>what was computed with it may be wrong, so go on from the last checkpoint on another GPU</source>
        <translation>其计算结果可能有误，请换用其他 GPU 从上一个检查点继续</translation>
    </message>
    <message>
        <source>GPU %1 is lost: the driver cannot reach it any more</source>
        <translation>GPU %1 已失联：驱动无法再访问它</translation>
    </message>
    <message>
        <source>restart the machine, and if it happens again have the GPU checked</source>
        <translation>请重启机器；若再次出现，请检修该 GPU</translation>
    </message>
    <message>
        <source>NVIDIA&apos;s management library cannot be loaded (%1), so the GPU&apos;s load, power and clocks are not recorded</source>
        <translation>无法加载 NVIDIA 管理库（%1），因此不记录 GPU 的负载、功率与时钟频率</translation>
    </message>
    <message>
        <source>it comes with the driver</source>
        <translation>它随驱动提供</translation>
    </message>
    <message>
        <source>%1 is not NVIDIA&apos;s management library, or one that is too old, so the GPU&apos;s load, power and clocks are not recorded</source>
        <translation>%1 不是 NVIDIA 管理库或版本过旧，因此不记录 GPU 的负载、功率与时钟频率</translation>
    </message>
    <message>
        <source>install the driver&apos;s own</source>
        <translation>请安装驱动自带的版本</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>the GPU has no %1 MiB left for its kernels to work in%2</source>
        <translation>GPU 没有剩余 %1 MiB 供内核使用%2</translation>
    </message>
    <message>
        <source>which NVIDIA&apos;s list of Xid errors explains (docs.nvidia.com/deploy/xid-errors)</source>
        <translation>说明见 NVIDIA 的 Xid 错误列表（docs.nvidia.com/deploy/xid-errors）</translation>
    </message>
    <message>
        <source>the kernel&apos;s log (dmesg) says more</source>
        <translation>详情见操作系统内核日志（dmesg）</translation>
    </message>
    <message>
        <source>an exception in a kernel, mostly an address or an instruction that is not valid</source>
        <translation>内核中的异常，多为无效地址或指令</translation>
    </message>
    <message>
        <source>run the program under compute-sanitizer, and where it finds nothing test the GPU (dcgmi diag)</source>
        <translation>请在 compute-sanitizer 下运行程序；若无发现，请检测该 GPU（dcgmi diag）</translation>
    </message>
    <message>
        <source>a page fault: a kernel used an address of the GPU&apos;s memory that is not its own</source>
        <translation>缺页错误：内核使用了不属于它的显存地址</translation>
    </message>
    <message>
        <source>the work of a program was stopped after an error of its own, and the GPU itself is well</source>
        <translation>程序因自身错误被停止，GPU 本身正常</translation>
    </message>
    <message>
        <source>look for the first error of that program and start it again</source>
        <translation>请查找该程序的第一个错误，然后重新启动</translation>
    </message>
    <message>
        <source>an error in its memory that cannot be corrected (double-bit ECC)</source>
        <translation>显存有无法纠正的错误（双比特 ECC）</translation>
    </message>
    <message>
        <source>end what runs on it, reset it (nvidia-smi --gpu-reset), and have it replaced where the error returns</source>
        <translation>请结束其上的任务并重置（nvidia-smi --gpu-reset）；若再次出现，请更换</translation>
    </message>
    <message>
        <source>a part of its memory that had errors is to be replaced by a spare one</source>
        <translation>显存中出错的部分将由备用部分替换</translation>
    </message>
    <message>
        <source>reset the GPU once the run is over, so that this takes effect</source>
        <translation>请在运行结束后重置 GPU 使其生效</translation>
    </message>
    <message>
        <source>a part of its memory that had errors could not be replaced by a spare one</source>
        <translation>显存中出错的部分无法由备用部分替换</translation>
    </message>
    <message>
        <source>end what runs on it, reset it (nvidia-smi --gpu-reset), and have it replaced where this returns</source>
        <translation>请结束其上的任务并重置（nvidia-smi --gpu-reset）；若再次出现，请更换</translation>
    </message>
    <message>
        <source>an error of an NVLink connection</source>
        <translation>NVLink 连接错误</translation>
    </message>
    <message>
        <source>reset the GPU, and if it happens again have the connection and the GPUs at both its ends tested</source>
        <translation>请重置 GPU；若再次出现，请检测该连接及其两端的 GPU</translation>
    </message>
    <message>
        <source>the GPU has fallen off the bus and cannot be reached any more</source>
        <translation>GPU 已从总线脱离，无法再访问</translation>
    </message>
    <message>
        <source>restart the machine, and if it happens again have its power, cooling and seat checked</source>
        <translation>请重启机器；若再次出现，请检查供电、散热与插接</translation>
    </message>
    <message>
        <source>a memory error that cannot be corrected, of which only the program that met it is affected</source>
        <translation>无法纠正的显存错误，只影响遇到它的程序</translation>
    </message>
    <message>
        <source>start that program again from its last checkpoint, and reset the GPU when it is free</source>
        <translation>请从上一个检查点重新启动该程序，并在空闲时重置 GPU</translation>
    </message>
    <message>
        <source>a memory error that cannot be corrected, which may have affected every program on the GPU</source>
        <translation>无法纠正的显存错误，可能影响了该 GPU 上的所有程序</translation>
    </message>
    <message>
        <source>end them, reset it (nvidia-smi --gpu-reset), and go on from the last checkpoint</source>
        <translation>请结束这些程序并重置（nvidia-smi --gpu-reset），从上一个检查点继续</translation>
    </message>
    <message>
        <source>process %1 %2</source>
        <translation>进程 %1 %2</translation>
    </message>
    <message>
        <source>an unknown part of it</source>
        <translation>其中未知的部分</translation>
    </message>
    <message>
        <source>%1 of it</source>
        <translation>其中 %1</translation>
    </message>
    <message>
        <source>rank %1 does not hold stage %2</source>
        <translation>rank %1 不持有阶段 %2</translation>
    </message>
    <message>
        <source>a gradient of microbatch %1 was asked for, but no forward is in flight</source>
        <translation>请求了微批次 %1 的梯度，但没有在途的前向</translation>
    </message>
    <message>
        <source>the end of step %1</source>
        <translation>第 %1 步的结束</translation>
    </message>
    <message>
        <source>%1 was reported done, but it is not queued</source>
        <translation>%1 被报告为已完成，但它不在队列中</translation>
    </message>
    <message>
        <source>no answer</source>
        <translation>无应答</translation>
    </message>
    <message>
        <source>stopped by SIGINT</source>
        <translation>被 SIGINT 停止</translation>
    </message>
    <message>
        <source>stopped by SIGTERM</source>
        <translation>被 SIGTERM 停止</translation>
    </message>
    <message>
        <source>stopped because the process that started this rank is gone</source>
        <translation>已停止：启动此 rank 的进程已消失</translation>
    </message>
    <message>
        <source>stopped because the collector of this run is gone</source>
        <translation>已停止：此运行的收集器已消失</translation>
    </message>
    <message>
        <source>stopped because the collector of this run is not heard any more</source>
        <translation>已停止：收不到此运行的收集器的消息</translation>
    </message>
    <message>
        <source>rank %1 started the %2 of %3 to %4 bytes</source>
        <translation>rank %1 启动了 %3 到 %4 字节的 %2</translation>
    </message>
    <message>
        <source>%1: the ranks do not do the same: %2, %3</source>
        <translation>%1：各 rank 的操作不一致：%2，%3</translation>
    </message>
    <message>
        <source>%1: rank %2 sends %3 bytes to rank %4, which expects %5</source>
        <translation>%1：rank %2 向 rank %4 发送 %3 字节，而后者应收到 %5 字节</translation>
    </message>
    <message>
        <source>the group %1 of rank %2 must hold this rank once</source>
        <translation>rank %2 的组 %1 须恰好包含此 rank 一次</translation>
    </message>
    <message>
        <source>this machine has no memory left for the run</source>
        <translation>本机没有足够的内存供运行使用</translation>
    </message>
    <message>
        <source>use fewer ranks or microbatches, or smaller messages</source>
        <translation>请减少 rank 或微批次，或减小消息</translation>
    </message>
    <message>
        <source>agreeing on the start</source>
        <translation>协商启动</translation>
    </message>
    <message>
        <source>finding the ranks of this machine</source>
        <translation>查找本机的 rank</translation>
    </message>
    <message>
        <source>run them on one machine</source>
        <translation>请在一台机器上运行</translation>
    </message>
    <message>
        <source>the ranks of this host each go to the collector themselves: %1</source>
        <translation>本机的各 rank 各自直接连接收集器：%1</translation>
    </message>
    <message>
        <source>%1 of step %2 from rank %3</source>
        <translation>来自 rank %3 的第 %2 步的 %1</translation>
    </message>
    <message>
        <source>expected %1, but what arrived is not a message of a rank</source>
        <translation>应收到 %1，但到达的不是 rank 的消息</translation>
    </message>
    <message>
        <source>expected %1, but %2 arrived</source>
        <translation>应收到 %1，但到达的是 %2</translation>
    </message>
    <message>
        <source>do all ranks run the same strategy?</source>
        <translation>所有 rank 运行的是同一策略吗？</translation>
    </message>
    <message>
        <source>%1 has %2 bytes where %3 were expected</source>
        <translation>%1 有 %2 字节，而应为 %3 字节</translation>
    </message>
    <message>
        <source>rank %1 got no message from %2 for %3</source>
        <translation>rank %1 在 %3 内没有收到 %2 的消息</translation>
    </message>
    <message>
        <source>%1 is stuck or gone</source>
        <translation>%1 卡住或已消失</translation>
    </message>
    <message>
        <source>a message of rank %1 did not leave within %2: %3 to rank %4, which is stuck or gone</source>
        <translation>rank %1 的消息在 %2 内没有发出：%3 到 rank %4，后者卡住或已消失</translation>
    </message>
    <message>
        <source>rank %1 waited %2 for all ranks to agree on %3</source>
        <translation>rank %1 等待所有 rank 就 %3 达成一致已 %2</translation>
    </message>
    <message>
        <source>one of them is stuck or gone</source>
        <translation>其中一个卡住或已消失</translation>
    </message>
    <message>
        <source>CUDA&apos;s cuBLAS (libcublas-13-0)</source>
        <translation>CUDA 的 cuBLAS（libcublas-13-0）</translation>
    </message>
    <message>
        <source>CUDA&apos;s runtime (cuda-cudart-13-0)</source>
        <translation>CUDA 运行时（cuda-cudart-13-0）</translation>
    </message>
    <message>
        <source>install %1</source>
        <translation>请安装 %1</translation>
    </message>
    <message>
        <source>it cannot be loaded</source>
        <translation>无法加载</translation>
    </message>
    <message>
        <source>the code for GPUs does not load: %1</source>
        <translation>无法加载 GPU 代码：%1</translation>
    </message>
    <message>
        <source>%1 is of another version than this program</source>
        <translation>%1 与本程序版本不同</translation>
    </message>
    <message>
        <source>install both from one package</source>
        <translation>请从同一个软件包安装二者</translation>
    </message>
    <message>
        <source>there is no code for GPUs here: install the package bubblescope-cuda, or build where CUDA&apos;s toolkit and NCCL are</source>
        <translation>此处没有 GPU 代码：请安装软件包 bubblescope-cuda，或在装有 CUDA toolkit 与 NCCL 的环境中构建</translation>
    </message>
    <message>
        <source>MPI gave up %1: %2</source>
        <translation>MPI 放弃%1：%2</translation>
    </message>
    <message>
        <source>MPI gave up %1: error %2</source>
        <translation>MPI 放弃%1：错误 %2</translation>
    </message>
    <message>
        <source>setting clocks</source>
        <translation>校准时钟</translation>
    </message>
    <message>
        <source>comparing boot ids</source>
        <translation>比较启动标识</translation>
    </message>
    <message>
        <source>the ranks did not all say which machine they are on within %1</source>
        <translation>并非所有 rank 都在 %1 内报告所在机器</translation>
    </message>
    <message>
        <source>the group %1 of rank %2 must hold this rank, and ranks from 0 to %3 once each</source>
        <translation>rank %2 的组 %1 须包含此 rank，且 0 到 %3 的 rank 各一次</translation>
    </message>
    <message>
        <source>making the group %1</source>
        <translation>创建组 %1</translation>
    </message>
    <message>
        <source>in the %1 of %2</source>
        <translation>在 %2 的 %1 中</translation>
    </message>
    <message>
        <source>making a communicator</source>
        <translation>创建通信器</translation>
    </message>
    <message>
        <source>agreeing on %1</source>
        <translation>就 %1 达成一致</translation>
    </message>
    <message>
        <source>%1 bytes came %2 where %3 were expected</source>
        <translation>收到 %1 字节 %2，而应为 %3 字节</translation>
    </message>
    <message>
        <source>%1 to rank %2</source>
        <translation>%1，到 rank %2</translation>
    </message>
    <message>
        <source>%1 from rank %2</source>
        <translation>%1，来自 rank %2</translation>
    </message>
    <message>
        <source>a message of %1 bytes is over MPI&apos;s limit of 2 GiB</source>
        <translation>%1 字节的消息超过 MPI 的上限 2 GiB</translation>
    </message>
    <message>
        <source>use smaller microbatches</source>
        <translation>请使用更小的微批次</translation>
    </message>
    <message>
        <source>this MPI has too few message tags for %1 stages of %2 microbatches</source>
        <translation>此 MPI 的消息标签不足以支持 %1 个阶段、%2 个微批次</translation>
    </message>
    <message>
        <source>use fewer microbatches</source>
        <translation>请减少微批次</translation>
    </message>
    <message>
        <source>connecting to rank %1</source>
        <translation>连接 rank %1</translation>
    </message>
    <message>
        <source>starting the receive of %1</source>
        <translation>启动 %1 的接收</translation>
    </message>
    <message>
        <source>starting the send of %1</source>
        <translation>启动 %1 的发送</translation>
    </message>
    <message>
        <source>receiving %1</source>
        <translation>接收 %1</translation>
    </message>
    <message>
        <source>%1 from rank %2 arrived with %3 bytes instead of %4</source>
        <translation>来自 rank %2 的 %1 到达时有 %3 字节，而应为 %4 字节</translation>
    </message>
    <message>
        <source>making the communicator of a pipeline</source>
        <translation>创建流水线的通信器</translation>
    </message>
    <message>
        <source>finding the ranks of this host</source>
        <translation>查找本机的 rank</translation>
    </message>
    <message>
        <source>telling the ranks of this host where to meet</source>
        <translation>告知本机的 rank 会合地点</translation>
    </message>
    <message>
        <source>ranks take turns: what they compute is measured, one rank at a time</source>
        <translation>各 rank 轮流执行：计算为实测，每次一个 rank</translation>
    </message>
    <message>
        <source>messages and collectives take what is predicted, by %1</source>
        <translation>消息与集合通信按预测计时，依据：%1</translation>
    </message>
    <message>
        <source>ranks take turns</source>
        <translation>各 rank 轮流执行</translation>
    </message>
    <message>
        <source>as asked</source>
        <translation>按要求</translation>
    </message>
    <message>
        <source>NCCL refuses: %1</source>
        <translation>NCCL 拒绝：%1</translation>
    </message>
    <message>
        <source>messages go over the host: %1</source>
        <translation>消息经由主机传递：%1</translation>
    </message>
    <message>
        <source>%1 messages waited for a free buffer</source>
        <translation>%1 条消息等待过空闲缓冲区</translation>
    </message>
    <message>
        <source>the strategy&apos;s pipeline has %1 ranks, but %2 processes were started</source>
        <translation>策略的流水线有 %1 个 rank，但启动了 %2 个进程</translation>
    </message>
    <message>
        <source>start one for each rank</source>
        <translation>请为每个 rank 启动一个</translation>
    </message>
    <message>
        <source>the start of step %1</source>
        <translation>第 %1 步的开始</translation>
    </message>
    <message>
        <source>the program sends it before it is computed</source>
        <translation>程序在算出之前就发送它</translation>
    </message>
    <message>
        <source>the program neither computes nor receives its input %1</source>
        <translation>程序既不计算也不接收其输入 %1</translation>
    </message>
    <message>
        <source>some counters of the device are missing: a step took so long that %1 readings had to be left out</source>
        <translation>缺少部分设备计数：某一步过长，略去了 %1 次读数</translation>
    </message>
    <message>
        <source>layer %1</source>
        <translation>第 %1 层</translation>
    </message>
    <message>
        <source>experts %1</source>
        <translation>专家 %1</translation>
    </message>
    <message>
        <source>the memory of this machine is used up</source>
        <translation>本机内存已用尽</translation>
    </message>
    <message>
        <source>a rank has %1 bytes to tell the others</source>
        <translation>某个 rank 有 %1 字节要告知其他 rank</translation>
    </message>
    <message>
        <source>a rank has no memory for what all have to tell, %1 bytes each</source>
        <translation>某个 rank 没有内存接收全部信息，每份 %1 字节</translation>
    </message>
    <message>
        <source>%1: has more than %2 bytes, the most it may have</source>
        <translation>%1：超过上限 %2 字节</translation>
    </message>
    <message>
        <source>%1: has a header that is damaged or of another checkpoint</source>
        <translation>%1：头部已损坏或属于其他检查点</translation>
    </message>
    <message>
        <source>%1: holds %2, which %3 does not know</source>
        <translation>%1：含有 %2，而 %3 中没有</translation>
    </message>
    <message>
        <source>%1: holds %2, which is not an F32 vector or matrix</source>
        <translation>%1：含有 %2，不是 F32 向量或矩阵</translation>
    </message>
    <message>
        <source>%1: lacks tensors that %2 knows</source>
        <translation>%1：缺少 %2 中的张量</translation>
    </message>
    <message>
        <source>%1: lacks %2 of %3</source>
        <translation>%1：缺少 %3 的 %2</translation>
    </message>
    <message>
        <source>%1: holds %2, which is of no weight</source>
        <translation>%1：含有 %2，不属于任何权重</translation>
    </message>
    <message>
        <source>%1 is not in the checkpoint, and the strategy needs it</source>
        <translation>检查点中没有 %1，而策略需要它</translation>
    </message>
    <message>
        <source>%1 is %2 in the checkpoint, and the strategy needs %3</source>
        <translation>%1 在检查点中为 %2，而策略需要 %3</translation>
    </message>
    <message>
        <source>%1: %2 is damaged: its values do not have the sum that %3 gives</source>
        <translation>%1：%2 已损坏：其值与 %3 中的校验和不符</translation>
    </message>
    <message>
        <source>is in the way</source>
        <translation>挡住了路径</translation>
    </message>
    <message>
        <source>cannot be removed</source>
        <translation>无法删除</translation>
    </message>
    <message>
        <source>%1: is there already and is not a folder</source>
        <translation>%1：已存在且不是文件夹</translation>
    </message>
    <message>
        <source>take it away</source>
        <translation>请移走它</translation>
    </message>
    <message>
        <source>is there already and cannot be replaced</source>
        <translation>已存在且无法替换</translation>
    </message>
    <message>
        <source>first moments</source>
        <translation>一阶矩</translation>
    </message>
    <message>
        <source>second moments</source>
        <translation>二阶矩</translation>
    </message>
    <message>
        <source>%1 is %2 on one rank and %3 on another</source>
        <translation>%1 在一个 rank 上为 %2，在另一个上为 %3</translation>
    </message>
    <message>
        <source>two slices of the %1 of %2 overlap</source>
        <translation>%2 的 %1 有两个切片重叠</translation>
    </message>
    <message>
        <source>no rank owns %1 values of the %2 of %3</source>
        <translation>%3 的 %2 有 %1 个值不属于任何 rank</translation>
    </message>
    <message>
        <source>%1 is not among the weights and the %2 with one size</source>
        <translation>%1 在权重与 %2 中的尺寸不一致</translation>
    </message>
    <message>
        <source>%1: was never finished and is left out</source>
        <translation>%1：没有写完，已略去</translation>
    </message>
    <message>
        <source>of the newest: %1</source>
        <translation>最新的一个：%1</translation>
    </message>
    <message>
        <source>%1: holds no checkpoint that can be read%2</source>
        <translation>%1：没有可读取的检查点%2</translation>
    </message>
    <message>
        <source>%1 of %2 is in the checkpoint, and the strategy has no place for it</source>
        <translation>检查点中有 %2 的 %1，而策略没有对应位置</translation>
    </message>
    <message>
        <source>%1: is another checkpoint on rank %2 than on rank 0</source>
        <translation>%1：rank %2 上的检查点与 rank 0 上的不同</translation>
    </message>
    <message>
        <source>give a folder that all ranks share</source>
        <translation>请给出所有 rank 共享的文件夹</translation>
    </message>
    <message>
        <source>%1 cannot be resumed from: %2</source>
        <translation>无法从 %1 恢复：%2</translation>
    </message>
    <message>
        <source>model.%1 is %2 in the checkpoint, and the strategy needs %3</source>
        <translation>检查点中 model.%1 为 %2，而策略需要 %3</translation>
    </message>
    <message>
        <source>is not of a checkpoint, or damaged</source>
        <translation>不属于检查点，或已损坏</translation>
    </message>
    <message>
        <source>is of version %1 of the format, and this program reads version %2</source>
        <translation>格式版本为 %1，而本程序读取版本 %2</translation>
    </message>
    <message>
        <source>is damaged: what it says does not have the sum that it gives</source>
        <translation>已损坏：内容与校验和不符</translation>
    </message>
    <message>
        <source>lacks something that a checkpoint says</source>
        <translation>缺少检查点应有的内容</translation>
    </message>
    <message>
        <source>make room there or keep checkpoints elsewhere</source>
        <translation>请腾出空间，或把检查点存到别处</translation>
    </message>
    <message>
        <source>symbolic links are not followed here</source>
        <translation>此处不跟随符号链接</translation>
    </message>
    <message>
        <source>plain file</source>
        <translation>普通文件</translation>
    </message>
    <message>
        <source>%1: ends at byte %2, before all of it was read</source>
        <translation>%1：在第 %2 字节处结束，尚未读完</translation>
    </message>
    <message>
        <source>cannot have the %1 bytes it needs</source>
        <translation>无法获得所需的 %1 字节</translation>
    </message>
    <message>
        <source>cannot be brought to the disk</source>
        <translation>无法写入磁盘</translation>
    </message>
    <message>
        <source>values are written as they lie</source>
        <translation>数值按原样写出</translation>
    </message>
    <message>
        <source>%1 has a dtype that is neither F32 nor BF16</source>
        <translation>%1 的 dtype 既不是 F32 也不是 BF16</translation>
    </message>
    <message>
        <source>%1 has no shape of at most %2 lengths and %3 values</source>
        <translation>%1 的形状不在至多 %2 维、%3 个值之内</translation>
    </message>
    <message>
        <source>%1 has no data_offsets within the %2 bytes of data</source>
        <translation>%1 的 data_offsets 不在 %2 字节数据之内</translation>
    </message>
    <message>
        <source>the file is cut short or damaged</source>
        <translation>文件被截断或已损坏</translation>
    </message>
    <message>
        <source>%1 has %2 bytes, and its shape needs %3</source>
        <translation>%1 有 %2 字节，而其形状需要 %3 字节</translation>
    </message>
    <message>
        <source>__metadata__ is not an object</source>
        <translation>__metadata__ 不是对象</translation>
    </message>
    <message>
        <source>__metadata__ holds something other than strings</source>
        <translation>__metadata__ 含有非字符串内容</translation>
    </message>
    <message>
        <source>%1 begins at byte %2 of the data, and the tensor before it ends at %3</source>
        <translation>%1 始于数据的第 %2 字节，而前一个张量止于 %3</translation>
    </message>
    <message>
        <source>the tensors end at byte %1 of the data, and there are %2</source>
        <translation>张量止于数据的第 %1 字节，而共有 %2 字节</translation>
    </message>
    <message>
        <source>is too short for a safetensors file</source>
        <translation>对 safetensors 文件而言过短</translation>
    </message>
    <message>
        <source>says its header has %1 bytes</source>
        <translation>声明其头部有 %1 字节</translation>
    </message>
    <message>
        <source>the file is cut short or no safetensors file</source>
        <translation>文件被截断，或不是 safetensors 文件</translation>
    </message>
    <message>
        <source>has a header of %1 bytes, which is not a multiple of 8</source>
        <translation>头部有 %1 字节，不是 8 的倍数</translation>
    </message>
    <message>
        <source>ends within its header</source>
        <translation>在头部之内结束</translation>
    </message>
    <message>
        <source>has a header that %1</source>
        <translation>其头部%1</translation>
    </message>
    <message>
        <source>has a tensor whose name cannot be printed or is too long</source>
        <translation>有张量的名称不可打印或过长</translation>
    </message>
    <message>
        <source>and %1</source>
        <translation>以及 %1</translation>
    </message>
    <message>
        <source>the checkpoint of step %1 is not saved: %2</source>
        <translation>第 %1 步的检查点没有保存：%2</translation>
    </message>
    <message>
        <source>its step, samples and seed must be 0 or more</source>
        <translation>其步数、样本数与种子须不小于 0</translation>
    </message>
    <message>
        <source>all ranks write into one folder, so it has to be where they share files</source>
        <translation>所有 rank 写入同一个文件夹，因此须位于共享文件系统</translation>
    </message>
    <message>
        <source>the sums of a rank arrived damaged</source>
        <translation>某个 rank 的校验和在到达时已损坏</translation>
    </message>
    <message>
        <source>%1: gives back other values of %2 than were written</source>
        <translation>%1：读回的 %2 与写入的不同</translation>
    </message>
    <message>
        <source>the disk or the memory of a machine is at fault</source>
        <translation>某台机器的磁盘或内存有故障</translation>
    </message>
    <message>
        <source>its checkpoint.json would have more than %1 bytes</source>
        <translation>其 checkpoint.json 将超过 %1 字节</translation>
    </message>
    <message>
        <source>a slice has a name that no tensor can have</source>
        <translation>有切片的名称不可能是张量的名称</translation>
    </message>
    <message>
        <source>%1 has a slice that does not lie within it</source>
        <translation>%1 有切片超出其范围</translation>
    </message>
    <message>
        <source>%1 has a slice without F32 values</source>
        <translation>%1 有切片不含 F32 值</translation>
    </message>
    <message>
        <source>what a rank told of its slices arrived damaged</source>
        <translation>某个 rank 的切片信息在到达时已损坏</translation>
    </message>
    <message>
        <source>the checkpoint says that %1 samples were seen, and a run counts to %2</source>
        <translation>检查点表明已处理 %1 个样本，而运行最多计到 %2</translation>
    </message>
    <message>
        <source>the checkpoint is of a run with training.seed %1, which decides the order of the data</source>
        <translation>检查点来自 training.seed 为 %1 的运行，它决定数据的顺序</translation>
    </message>
    <message>
        <source>the strategy has %1</source>
        <translation>策略中为 %1</translation>
    </message>
    <message>
        <source>this run writes no checkpoints</source>
        <translation>此运行不写检查点</translation>
    </message>
    <message>
        <source>start it with a folder for them</source>
        <translation>请在启动时给出检查点文件夹</translation>
    </message>
    <message>
        <source>cannot resume from %1: %2</source>
        <translation>无法从 %1 恢复：%2</translation>
    </message>
    <message>
        <source>cannot resume from %1: it is of %2 steps, and %3 more are beyond the last step that a run can count, %4</source>
        <translation>无法从 %1 恢复：它已有 %2 步，再加 %3 步超过运行可计的最后一步 %4</translation>
    </message>
    <message>
        <source>resumed from %1: %2 steps are done, and step %3 is next</source>
        <translation>已从 %1 恢复：已完成 %2 步，接下来是第 %3 步</translation>
    </message>
    <message>
        <source>a bit is to flip in step %1, and this run has steps %2 to %3</source>
        <translation>要在第 %1 步翻转一个比特，而此运行为第 %2 到 %3 步</translation>
    </message>
    <message>
        <source>no op of that rank is run again</source>
        <translation>该 rank 没有重复计算的操作</translation>
    </message>
    <message>
        <source>the strategy needs training.check_reruns: true, and a schedule with bubbles</source>
        <translation>策略需要 training.check_reruns: true 以及有气泡的调度</translation>
    </message>
    <message>
        <source>of that rank these are run again:</source>
        <translation>该 rank 重复计算的操作有：</translation>
    </message>
    <message>
        <source>a bit flipped in %1 of rank %2 would not be noticed: %3</source>
        <translation>在 rank %2 的 %1 中翻转的比特不会被发现：%3</translation>
    </message>
    <message>
        <source>rank %1, step %2, %3: the second run gave different bits from the first</source>
        <translation>rank %1，第 %2 步，%3：第二次计算的结果与第一次逐位不同</translation>
    </message>
    <message>
        <source>step %1: something was not a number, so the weights stay as they were</source>
        <translation>第 %1 步：出现非数值，因此权重保持不变</translation>
    </message>
    <message>
        <source>%1 before step %2</source>
        <translation>%1，在第 %2 步之前</translation>
    </message>
    <message>
        <source>it is paused already,</source>
        <translation>已经暂停，</translation>
    </message>
    <message>
        <source>it is not paused</source>
        <translation>没有暂停</translation>
    </message>
    <message>
        <source>goes on with step %1</source>
        <translation>从第 %1 步继续</translation>
    </message>
    <message>
        <source>stopped before step %1, as asked</source>
        <translation>已按要求在第 %1 步之前停止</translation>
    </message>
    <message>
        <source>the run has %1</source>
        <translation>运行有 %1 个</translation>
    </message>
    <message>
        <source>from step %1 on, rank %2 takes %3 times as long</source>
        <translation>从第 %1 步起，rank %2 的耗时为 %3 倍</translation>
    </message>
    <message>
        <source>from step %1 on, rank %2 is as fast as it can</source>
        <translation>从第 %1 步起，rank %2 恢复全速</translation>
    </message>
    <message>
        <source>from step %1 on, the schedule is %2</source>
        <translation>从第 %1 步起，调度为 %2</translation>
    </message>
    <message>
        <source>while the checkpoint of step %1 was written: %2</source>
        <translation>写第 %1 步的检查点时：%2</translation>
    </message>
    <message>
        <source>no checkpoint was written: %1</source>
        <translation>没有写检查点：%1</translation>
    </message>
    <message>
        <source>the state after %1 steps is saved in %2</source>
        <translation>%1 步之后的状态已保存到 %2</translation>
    </message>
    <message>
        <source>use smaller microbatches, recomputation, or more ranks to share the model</source>
        <translation>请使用更小的微批次、重计算，或更多 rank 分摊模型</translation>
    </message>
    <message>
        <source>an error within the program: %1</source>
        <translation>程序内部错误：%1</translation>
    </message>
    <message>
        <source>GPU %1: %2, compute capability %3.%4, %5 GiB</source>
        <translation>GPU %1：%2，计算能力 %3.%4，%5 GiB</translation>
    </message>
    <message>
        <source>no memory is left for %1 of %2: this rank has %3 (%4)</source>
        <translation>没有剩余内存用于 %2 的 %1：此 rank 有 %3（%4）</translation>
    </message>
    <message>
        <source>use more tensor or pipeline ranks, or ZeRO (parallel.zero)%1</source>
        <translation>请增加张量或流水线并行的 rank，或使用 ZeRO（parallel.zero）%1</translation>
    </message>
    <message>
        <source>use smaller microbatches, recomputation, or a schedule that keeps fewer%1</source>
        <translation>请使用更小的微批次、重计算，或持有较少的调度%1</translation>
    </message>
    <message>
        <source>use more tensor or pipeline ranks, or ZeRO (parallel.zero)</source>
        <translation>请增加张量或流水线并行的 rank，或使用 ZeRO（parallel.zero）</translation>
    </message>
    <message>
        <source>use smaller microbatches, recomputation, or a schedule that keeps fewer</source>
        <translation>请使用更小的微批次、重计算，或持有较少的调度</translation>
    </message>
    <message>
        <source>reduce gradients</source>
        <translation>归约梯度</translation>
    </message>
    <message>
        <source>second run</source>
        <translation>第二次计算</translation>
    </message>
    <message>
        <source>%1: cannot be read any more: %2</source>
        <translation>%1：无法继续读取：%2</translation>
    </message>
    <message>
        <source>put it back and resume from the last checkpoint</source>
        <translation>请放回原处，并从上一个检查点恢复</translation>
    </message>
    <message>
        <source>%1: became shorter while the run read it</source>
        <translation>%1：在运行读取期间变短了</translation>
    </message>
    <message>
        <source>cannot be read any more: %1</source>
        <translation>无法继续读取：%1</translation>
    </message>
    <message>
        <source>became shorter while the run read it</source>
        <translation>在运行读取期间变短了</translation>
    </message>
    <message>
        <source>training.data: the tokens are the bytes of the file, so model.vocab must be at least 256, not %1</source>
        <translation>training.data：词元就是文件的字节，因此 model.vocab 至少为 256，不能是 %1</translation>
    </message>
    <message>
        <source>training.data: %1: cannot be read: %2</source>
        <translation>training.data：%1：无法读取：%2</translation>
    </message>
    <message>
        <source>training.data: rank %1</source>
        <translation>training.data：rank %1</translation>
    </message>
    <message>
        <source>%1 cannot read the text</source>
        <translation>%1 无法读取文本</translation>
    </message>
    <message>
        <source>see to it that its machine has it</source>
        <translation>请确保其所在机器上有该文件</translation>
    </message>
    <message>
        <source>%1 has a text of %2 bytes, and rank 0 one of %3</source>
        <translation>%1 的文本有 %2 字节，而 rank 0 的有 %3 字节</translation>
    </message>
    <message>
        <source>give all machines the same file</source>
        <translation>请给所有机器相同的文件</translation>
    </message>
    <message>
        <source>%1 has another text than rank 0, of the same size</source>
        <translation>%1 的文本与 rank 0 的大小相同但内容不同</translation>
    </message>
    <message>
        <source>the program sends it, but no stage of another rank takes it</source>
        <translation>程序发送它，但其他 rank 没有阶段接收</translation>
    </message>
    <message>
        <source>the program has handed on its input %1 already</source>
        <translation>程序已交出其输入 %1</translation>
    </message>
    <message>
        <source>this rank does not hold stage %1</source>
        <translation>此 rank 不持有阶段 %1</translation>
    </message>
    <message>
        <source>the gradient is not a number, though the loss is</source>
        <translation>损失是数值，而梯度不是数值</translation>
    </message>
    <message>
        <source>the loss is not a number, in microbatch %1</source>
        <translation>损失不是数值，在微批次 %1 中</translation>
    </message>
    <message>
        <source>the loss is not a number%1</source>
        <translation>损失不是数值%1</translation>
    </message>
    <message>
        <source>%1, in microbatch %2</source>
        <translation>%1，在微批次 %2 中</translation>
    </message>
    <message>
        <source>lower training.learning_rate, or set training.on_not_a_number: skip, and resume from the last checkpoint</source>
        <translation>请减小 training.learning_rate，或设置 training.on_not_a_number: skip，并从上一个检查点恢复</translation>
    </message>
    <message>
        <source>&apos;%1&apos; has up to %2 messages of a rank on their way at once, and this run has memory for %3</source>
        <translation>“%1”的一个 rank 同时最多有 %2 条消息在途，而此运行的内存只够 %3 条</translation>
    </message>
    <message>
        <source>start a run with that schedule instead</source>
        <translation>请改用该调度启动新的运行</translation>
    </message>
    <message>
        <source>the strategy has %1 ranks (tensor x context x data x pipeline), but %2 processes were started</source>
        <translation>策略有 %1 个 rank（tensor × context × data × pipeline），但启动了 %2 个进程</translation>
    </message>
    <message>
        <source>&apos;%1&apos; puts the stages on other ranks than &apos;%2&apos; does</source>
        <translation>“%1”与“%2”对阶段的放置不同</translation>
    </message>
    <message>
        <source>a running job can only change to a schedule of the same placement</source>
        <translation>正在进行的作业只能换用放置相同的调度</translation>
    </message>
    <message>
        <source>the ranks cannot take turns: %1: %2</source>
        <translation>各 rank 无法轮流执行：%1：%2</translation>
    </message>
    <message>
        <source>a file in the folder for temporary files</source>
        <translation>临时文件夹中的文件</translation>
    </message>
    <message>
        <source>making %1</source>
        <translation>创建 %1</translation>
    </message>
    <message>
        <source>rank 0 cannot make the file by which ranks take turns</source>
        <translation>rank 0 无法创建用于轮流执行的文件</translation>
    </message>
    <message>
        <source>opening %1</source>
        <translation>打开 %1</translation>
    </message>
    <message>
        <source>locking the file by which they do</source>
        <translation>锁定用于轮流执行的文件</translation>
    </message>
    <message>
        <source>no turn came for %1: the rank that has it is stuck</source>
        <translation>%1 内没有轮到：持有者已卡住</translation>
    </message>
</context>
<context>
    <name>document</name>
    <message>
        <source>the strategy has changed since</source>
        <translation>策略此后已修改</translation>
    </message>
    <message>
        <source>ranks * chunks * microbatches is %1, and the window draws up to %2</source>
        <translation>rank 数 × 模型块数 × 微批次数为 %1，而窗口最多绘制 %2</translation>
    </message>
    <message>
        <source>lower one of them, or use bubblescope-plan for this one</source>
        <translation>请减小其中之一，或改用 bubblescope-plan</translation>
    </message>
    <message>
        <source>there is not enough memory for so many ops</source>
        <translation>没有足够的主机内存处理这么多操作</translation>
    </message>
    <message>
        <source>use fewer microbatches, chunks or ranks</source>
        <translation>请减少微批次、模型块或 rank</translation>
    </message>
</context>
<context>
    <name>words</name>
    <message>
        <source>No such file or directory</source>
        <translation>没有该文件或目录</translation>
    </message>
    <message>
        <source>scontrol release %1 lets it go on</source>
        <translation>可用 scontrol release %1 让它继续</translation>
    </message>
    <message>
        <source>DeepSpeed (JSON)</source>
        <translation>DeepSpeed（JSON）</translation>
    </message>
    <message>
        <source>Permission denied</source>
        <translation>权限不足</translation>
    </message>
    <message>
        <source>No space left on device</source>
        <translation>设备上没有剩余空间</translation>
    </message>
    <message>
        <source>Disk quota exceeded</source>
        <translation>超出磁盘配额</translation>
    </message>
    <message>
        <source>Is a directory</source>
        <translation>是目录</translation>
    </message>
    <message>
        <source>Not a directory</source>
        <translation>不是目录</translation>
    </message>
    <message>
        <source>Directory not empty</source>
        <translation>目录非空</translation>
    </message>
    <message>
        <source>Read-only file system</source>
        <translation>只读文件系统</translation>
    </message>
    <message>
        <source>File exists</source>
        <translation>文件已存在</translation>
    </message>
    <message>
        <source>File too large</source>
        <translation>文件过大</translation>
    </message>
    <message>
        <source>File name too long</source>
        <translation>文件名过长</translation>
    </message>
    <message>
        <source>Text file busy</source>
        <translation>文件正在执行</translation>
    </message>
    <message>
        <source>Too many levels of symbolic links</source>
        <translation>符号链接层数过多</translation>
    </message>
    <message>
        <source>Too many open files</source>
        <translation>打开的文件过多</translation>
    </message>
    <message>
        <source>Too many open files in system</source>
        <translation>系统打开的文件过多</translation>
    </message>
    <message>
        <source>Device or resource busy</source>
        <translation>设备或资源忙</translation>
    </message>
    <message>
        <source>Input/output error</source>
        <translation>输入/输出错误</translation>
    </message>
    <message>
        <source>Invalid argument</source>
        <translation>参数无效</translation>
    </message>
    <message>
        <source>Operation not permitted</source>
        <translation>操作不允许</translation>
    </message>
    <message>
        <source>Operation not supported</source>
        <translation>操作不受支持</translation>
    </message>
    <message>
        <source>Resource temporarily unavailable</source>
        <translation>资源暂时不可用</translation>
    </message>
    <message>
        <source>Cannot allocate memory</source>
        <translation>无法分配内存</translation>
    </message>
    <message>
        <source>Connection refused</source>
        <translation>连接被拒绝</translation>
    </message>
    <message>
        <source>Connection reset by peer</source>
        <translation>连接被对方重置</translation>
    </message>
    <message>
        <source>Broken pipe</source>
        <translation>管道已断开</translation>
    </message>
    <message>
        <source>Address already in use</source>
        <translation>地址已被占用</translation>
    </message>
    <message>
        <source>No such process</source>
        <translation>没有该进程</translation>
    </message>
    <message>
        <source>Interrupted system call</source>
        <translation>系统调用被中断</translation>
    </message>
    <message>
        <source>Stale file handle</source>
        <translation>文件句柄已失效</translation>
    </message>
    <message>
        <source>running</source>
        <translation>进行中</translation>
    </message>
    <message>
        <source>completed</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>lost</source>
        <translation>失联</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>failed: %1</source>
        <translation>失败：%1</translation>
    </message>
    <message>
        <source>lost: %1</source>
        <translation>失联：%1</translation>
    </message>
    <message>
        <source>warm-up</source>
        <translation>预热</translation>
    </message>
    <message>
        <source>steady</source>
        <translation>稳态</translation>
    </message>
    <message>
        <source>cool-down</source>
        <translation>冷却</translation>
    </message>
    <message>
        <source>forward</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>backward</source>
        <translation>反向</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>gradient reduction</source>
        <translation>梯度归约</translation>
    </message>
    <message>
        <source>bubble</source>
        <translation>气泡</translation>
    </message>
    <message>
        <source>end of map not found</source>
        <translation>找不到映射的结尾</translation>
    </message>
    <message>
        <source>end of map flow not found</source>
        <translation>找不到映射的结尾“}”</translation>
    </message>
    <message>
        <source>end of sequence not found</source>
        <translation>找不到列表的结尾</translation>
    </message>
    <message>
        <source>end of sequence flow not found</source>
        <translation>找不到列表的结尾“]”</translation>
    </message>
    <message>
        <source>cannot assign multiple tags to the same node</source>
        <translation>同一节点不能有多个标签</translation>
    </message>
    <message>
        <source>cannot assign multiple anchors to the same node</source>
        <translation>同一节点不能有多个锚点</translation>
    </message>
    <message>
        <source>bad character found while scanning hex number</source>
        <translation>十六进制数中有无效字符</translation>
    </message>
    <message>
        <source>unknown escape character: %1</source>
        <translation>未知的转义字符：%1</translation>
    </message>
    <message>
        <source>unknown token</source>
        <translation>未知的记号</translation>
    </message>
    <message>
        <source>illegal document indicator in scalar</source>
        <translation>标量中有非法的文档标记</translation>
    </message>
    <message>
        <source>illegal EOF in scalar</source>
        <translation>标量中途文件结束</translation>
    </message>
    <message>
        <source>illegal character in scalar</source>
        <translation>标量中有非法字符</translation>
    </message>
    <message>
        <source>illegal tab when looking for indentation</source>
        <translation>缩进中有非法的制表符</translation>
    </message>
    <message>
        <source>illegal flow end</source>
        <translation>非法的流式结尾</translation>
    </message>
    <message>
        <source>illegal block entry</source>
        <translation>非法的块项</translation>
    </message>
    <message>
        <source>illegal map key</source>
        <translation>非法的映射键</translation>
    </message>
    <message>
        <source>illegal map value</source>
        <translation>非法的映射值</translation>
    </message>
    <message>
        <source>alias not found after *</source>
        <translation>“*”之后没有别名</translation>
    </message>
    <message>
        <source>anchor not found after &amp;</source>
        <translation>“&amp;”之后没有锚点</translation>
    </message>
    <message>
        <source>unexpected character in block scalar</source>
        <translation>块标量中有意外字符</translation>
    </message>
    <message>
        <source>the referenced anchor is not defined</source>
        <translation>引用的锚点没有定义</translation>
    </message>
    <message>
        <source>invalid scalar</source>
        <translation>无效的标量</translation>
    </message>
    <message>
        <source>bad conversion</source>
        <translation>无法转换</translation>
    </message>
    <message>
        <source>illegal character found while scanning alias</source>
        <translation>别名中有非法字符</translation>
    </message>
    <message>
        <source>illegal character found while scanning anchor</source>
        <translation>锚点中有非法字符</translation>
    </message>
    <message>
        <source>illegal character found while scanning tag handle</source>
        <translation>标签中有非法字符</translation>
    </message>
    <message>
        <source>repeated YAML directive</source>
        <translation>YAML 指令重复</translation>
    </message>
    <message>
        <source>unexpected end sequence token</source>
        <translation>意外的列表结尾</translation>
    </message>
    <message>
        <source>unexpected end map token</source>
        <translation>意外的映射结尾</translation>
    </message>
    <message>
        <source>(%1) %2</source>
        <translation>（%1）%2</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>holds no strategy</source>
        <translation>不含策略</translation>
    </message>
    <message>
        <source>is set in a branch, a loop or a function to %1 on line %2</source>
        <translation>在分支、循环或函数中设为 %1，行号 %2</translation>
    </message>
    <message>
        <source>is set in a branch, a loop or a function to %1 on line %2, to %3 on line %4</source>
        <translation>在分支、循环或函数中设为 %1，行号 %2；或 %3，行号 %4</translation>
    </message>
    <message>
        <source>is set in a branch, a loop or a function to %1 on line %2, to %3 on line %4, to %5 on line %6</source>
        <translation>在分支、循环或函数中设为 %1，行号 %2；或 %3，行号 %4；或 %5，行号 %6</translation>
    </message>
    <message>
        <source>is set in a branch, a loop or a function to %1 on line %2, to %3 on line %4, to %5 on line %6, to %7 on line %8</source>
        <translation>在分支、循环或函数中设为 %1，行号 %2；或 %3，行号 %4；或 %5，行号 %6；或 %7，行号 %8</translation>
    </message>
    <message>
        <source>the Slurm job %1 was cancelled</source>
        <translation>Slurm 作业 %1 已取消</translation>
    </message>
    <message>
        <source>the Slurm job %1 reached its time limit</source>
        <translation>Slurm 作业 %1 达到时限</translation>
    </message>
    <message>
        <source>the Slurm job %1 was preempted by another job</source>
        <translation>Slurm 作业 %1 被另一作业抢占</translation>
    </message>
    <message>
        <source>the Slurm job %1 lost its node</source>
        <translation>Slurm 作业 %1 失去节点</translation>
    </message>
    <message>
        <source>the Slurm job %1 lost its node %2</source>
        <translation>Slurm 作业 %1 失去节点 %2</translation>
    </message>
    <message>
        <source>ranks cannot be started on %1: it did not answer</source>
        <translation>无法在 %1 上启动 rank：它没有应答</translation>
    </message>
    <message>
        <source>ranks cannot be started on %1: they did not answer</source>
        <translation>无法在 %1 上启动 rank：它们没有应答</translation>
    </message>
    <message>
        <source>%1 does not reach this host at %2 (refused)</source>
        <translation>%1 无法通过 %2 访问本机（连接被拒绝）</translation>
    </message>
    <message>
        <source>the clock of %1 is %2 s behind this host&apos;s</source>
        <translation>%1 的时钟慢于本机 %2 s</translation>
    </message>
    <message>
        <source>the network may be down, or their host</source>
        <translation>可能是网络中断，或其主机停机</translation>
    </message>
    <message>
        <source>the network may be down, or their hosts</source>
        <translation>可能是网络中断，或其主机停机</translation>
    </message>
    <message>
        <source>it asks for less than its account demands</source>
        <translation>其申请低于账户的要求</translation>
    </message>
    <message>
        <source>it asks for more than its account gives a job (%1)</source>
        <translation>其申请超过账户给单个作业的上限（%1）</translation>
    </message>
    <message>
        <source>all that its account may use at a time is in use (%1)</source>
        <translation>其账户可同时使用的资源已全部占用（%1）</translation>
    </message>
    <message>
        <source>all that you may use at a time under its account is in use (%1)</source>
        <translation>本用户在其账户下可同时使用的资源已全部占用（%1）</translation>
    </message>
    <message>
        <source>cancel it with scancel %1 and %2</source>
        <translation>请用 scancel %1 取消它，并%2</translation>
    </message>
    <message>
        <source>requeued: %1</source>
        <translation>重新排队：%1</translation>
    </message>
    <message>
        <source>queued: it waits for nodes to become free</source>
        <translation>排队中：它在等待节点空闲</translation>
    </message>
    <message>
        <source>queued: it waits for %1</source>
        <translation>排队中：它在等待 %1</translation>
    </message>
</context>
</TS>
