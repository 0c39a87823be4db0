<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>Actions</name>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>编辑(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>运行(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;New strategy</source>
        <translation>新建策略(&amp;N)</translation>
    </message>
    <message>
        <source>Start from the built-in strategy</source>
        <translation>从内置策略开始</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>打开(&amp;O)…</translation>
    </message>
    <message>
        <source>Open a strategy file</source>
        <translation>打开策略文件</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>保存(&amp;S)</translation>
    </message>
    <message>
        <source>Save the strategy to its file</source>
        <translation>把策略保存到它的文件</translation>
    </message>
    <message>
        <source>Save &amp;as…</source>
        <translation>另存为(&amp;A)…</translation>
    </message>
    <message>
        <source>Save the strategy to another file</source>
        <translation>把策略保存到另一个文件</translation>
    </message>
    <message>
        <source>Save &amp;picture of the window…</source>
        <translation>保存窗口图片(&amp;P)…</translation>
    </message>
    <message>
        <source>Save what the window shows as a PNG file</source>
        <translation>把窗口内容存为 PNG 文件</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>Close the window; a run that was launched goes on</source>
        <translation>关闭窗口；已启动的运行会继续</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <source>Take back the last change</source>
        <translation>撤销上一次修改</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>重做(&amp;R)</translation>
    </message>
    <message>
        <source>Make the change again</source>
        <translation>重做被撤销的修改</translation>
    </message>
    <message>
        <source>Theme: as the &amp;system</source>
        <translation>主题：跟随系统(&amp;S)</translation>
    </message>
    <message>
        <source>Light or dark, as the desktop is</source>
        <translation>与桌面一致的浅色或深色</translation>
    </message>
    <message>
        <source>Theme: &amp;light</source>
        <translation>主题：浅色(&amp;L)</translation>
    </message>
    <message>
        <source>Dark text on a light ground</source>
        <translation>浅色背景，深色文字</translation>
    </message>
    <message>
        <source>Theme: &amp;dark</source>
        <translation>主题：深色(&amp;D)</translation>
    </message>
    <message>
        <source>Light text on a dark ground</source>
        <translation>深色背景，浅色文字</translation>
    </message>
    <message>
        <source>Show the &amp;whole step</source>
        <translation>显示整个训练步(&amp;W)</translation>
    </message>
    <message>
        <source>Zoom the timeline out to the whole step</source>
        <translation>把时间线缩小到整个训练步</translation>
    </message>
    <message>
        <source>Go to the &amp;timeline</source>
        <translation>转到时间线(&amp;T)</translation>
    </message>
    <message>
        <source>Put the keyboard into the timeline</source>
        <translation>把键盘焦点移到时间线</translation>
    </message>
    <message>
        <source>&amp;Reset the layout</source>
        <translation>重置布局(&amp;R)</translation>
    </message>
    <message>
        <source>Put every panel back to where it was at first</source>
        <translation>把所有面板放回最初的位置</translation>
    </message>
    <message>
        <source>&amp;Launch</source>
        <translation>启动(&amp;L)</translation>
    </message>
    <message>
        <source>Start the strategy as a real run on this machine</source>
        <translation>在本机上真实运行此策略</translation>
    </message>
    <message>
        <source>&amp;Stop the run</source>
        <translation>停止运行(&amp;S)</translation>
    </message>
    <message>
        <source>Stop every process of the run shown</source>
        <translation>停止所显示运行的全部进程</translation>
    </message>
    <message>
        <source>Take the c&amp;osts from the run</source>
        <translation>采用运行的开销(&amp;O)</translation>
    </message>
    <message>
        <source>Fit the strategy&apos;s costs to the steps of the run shown</source>
        <translation>按所示运行的各步拟合策略的开销</translation>
    </message>
    <message>
        <source>&amp;Attach…</source>
        <translation>接入(&amp;A)…</translation>
    </message>
    <message>
        <source>Show a run that is going on</source>
        <translation>显示正在进行的运行</translation>
    </message>
    <message>
        <source>&amp;Replay…</source>
        <translation>回放(&amp;R)…</translation>
    </message>
    <message>
        <source>Show a recording</source>
        <translation>显示一份记录</translation>
    </message>
    <message>
        <source>&amp;Leave the run</source>
        <translation>离开运行(&amp;E)</translation>
    </message>
    <message>
        <source>Stop showing the run; it goes on by itself</source>
        <translation>不再显示此运行；它会自行继续</translation>
    </message>
    <message>
        <source>&amp;Follow the run</source>
        <translation>跟随运行(&amp;F)</translation>
    </message>
    <message>
        <source>Show the newest complete step, and go on with the next</source>
        <translation>显示最新完成的训练步，并随之更新</translation>
    </message>
    <message>
        <source>&amp;Previous step</source>
        <translation>上一步(&amp;P)</translation>
    </message>
    <message>
        <source>Show the step before this one</source>
        <translation>显示前一个训练步</translation>
    </message>
    <message>
        <source>&amp;Next step</source>
        <translation>下一步(&amp;N)</translation>
    </message>
    <message>
        <source>Show the step after this one</source>
        <translation>显示后一个训练步</translation>
    </message>
    <message>
        <source>&amp;Keyboard shortcuts</source>
        <translation>键盘快捷键(&amp;K)</translation>
    </message>
    <message>
        <source>List every shortcut</source>
        <translation>列出所有快捷键</translation>
    </message>
    <message>
        <source>&amp;About Bubblescope</source>
        <translation>关于 Bubblescope(&amp;A)</translation>
    </message>
    <message>
        <source>What this is, and under which licence</source>
        <translation>本程序的用途与许可证</translation>
    </message>
    <message>
        <source>&amp;Critical path</source>
        <translation>关键路径(&amp;C)</translation>
    </message>
    <message>
        <source>Show the chain of ops that makes the step as long as it is</source>
        <translation>显示决定这一步时长的操作链</translation>
    </message>
    <message>
        <source>Co&amp;mpare schedules</source>
        <translation>比较调度(&amp;M)</translation>
    </message>
    <message>
        <source>Set up to four schedules side by side on one axis</source>
        <translation>把最多四种调度并排放在同一时间轴上</translation>
    </message>
    <message>
        <source>&amp;Memory under the ranks</source>
        <translation>各 rank 下方的内存(&amp;M)</translation>
    </message>
    <message>
        <source>Show what each rank&apos;s memory held, under its row</source>
        <translation>在每个 rank 的行下显示其内存占用</translation>
    </message>
    <message>
        <source>Pa&amp;use or resume</source>
        <translation>暂停或继续(&amp;U)</translation>
    </message>
    <message>
        <source>Let the run wait after its step, or go on</source>
        <translation>让运行在本步之后等待，或继续</translation>
    </message>
    <message>
        <source>Stop a&amp;fter this step</source>
        <translation>本步之后停止(&amp;F)</translation>
    </message>
    <message>
        <source>Let the step under way end, then end the run</source>
        <translation>等正在进行的训练步结束，再结束运行</translation>
    </message>
    <message>
        <source>&amp;Checkpoint now</source>
        <translation>立即保存检查点(&amp;C)</translation>
    </message>
    <message>
        <source>Save weights and optimizer after this step</source>
        <translation>本步之后保存权重和优化器</translation>
    </message>
    <message>
        <source>Slo&amp;w a rank…</source>
        <translation>减慢一个 rank(&amp;W)…</translation>
    </message>
    <message>
        <source>Make one rank slower, or as fast as it can</source>
        <translation>减慢一个 rank，或恢复全速</translation>
    </message>
    <message>
        <source>S&amp;wap the schedule…</source>
        <translation>更换调度(&amp;W)…</translation>
    </message>
    <message>
        <source>Go over to another schedule between two steps</source>
        <translation>在两步之间换用另一种调度</translation>
    </message>
    <message>
        <source>Searc&amp;h for a faster strategy…</source>
        <translation>搜索更快的策略(&amp;H)…</translation>
    </message>
    <message>
        <source>Find the cut and the schedule that train the model fastest</source>
        <translation>找出训练此模型最快的切分与调度</translation>
    </message>
    <message>
        <source>S&amp;weep a field…</source>
        <translation>扫描一个字段(&amp;W)…</translation>
    </message>
    <message>
        <source>Work the strategy out over the values of a field or of two</source>
        <translation>对一个或两个字段的各个取值计算策略</translation>
    </message>
    <message>
        <source>&amp;Kernels under the ranks</source>
        <translation>各 rank 下方的内核(&amp;K)</translation>
    </message>
    <message>
        <source>Show what each rank&apos;s device ran, under its row, of a run with --deep</source>
        <translation>在每个 rank 的行下显示其设备运行的内核（用 --deep 启动的运行）</translation>
    </message>
</context>
<context>
    <name>Autosave</name>
    <message>
        <source>restore</source>
        <translation>恢复</translation>
    </message>
</context>
<context>
    <name>Catalog</name>
    <message>
        <source>Naive model parallelism</source>
        <translation>朴素模型并行</translation>
    </message>
    <message>
        <source>GPipe (F-then-B)</source>
        <translation>GPipe（先 F 后 B）</translation>
    </message>
    <message>
        <source>1F1B (PipeDream-Flush)</source>
        <translation>1F1B（PipeDream-Flush）</translation>
    </message>
    <message>
        <source>Interleaved 1F1B (virtual pipeline)</source>
        <translation>交错式 1F1B（虚拟流水线）</translation>
    </message>
    <message>
        <source>chunks = 1; any ranks and microbatches</source>
        <translation>模型块数 = 1；rank 数与微批次数不限</translation>
    </message>
    <message>
        <source>Chimera (bidirectional)</source>
        <translation>Chimera（双向）</translation>
    </message>
    <message>
        <source>DualPipe</source>
        <translation>DualPipe</translation>
    </message>
    <message>
        <source>DualPipeV</source>
        <translation>DualPipeV</translation>
    </message>
    <message>
        <source>Eager 1F1B</source>
        <translation>Eager 1F1B（提前预热）</translation>
    </message>
    <message>
        <source>Hanayo (waves)</source>
        <translation>Hanayo（波浪）</translation>
    </message>
    <message>
        <source>Interleaved 1F1B, remainder in a round of its own</source>
        <translation>交错 1F1B，余数自成一轮</translation>
    </message>
    <message>
        <source>Interleaved 1F1B, remainder in the first round</source>
        <translation>交错 1F1B，余数并入首轮</translation>
    </message>
    <message>
        <source>Interleaved zero bubble</source>
        <translation>交错零气泡</translation>
    </message>
    <message>
        <source>Looped breadth-first</source>
        <translation>循环广度优先</translation>
    </message>
    <message>
        <source>V-Half (half the memory of 1F1B)</source>
        <translation>V-Half（1F1B 的一半内存）</translation>
    </message>
    <message>
        <source>V-Min (a third of the memory of 1F1B)</source>
        <translation>V-Min（1F1B 的三分之一内存）</translation>
    </message>
    <message>
        <source>ZB-Auto (searched for these costs and this memory)</source>
        <translation>ZB-Auto（按给定开销与内存搜索）</translation>
    </message>
    <message>
        <source>ZB-H1 (zero bubble, the memory of 1F1B)</source>
        <translation>ZB-H1（零气泡，内存同 1F1B）</translation>
    </message>
    <message>
        <source>ZB-H2 (zero bubble, twice the memory)</source>
        <translation>ZB-H2（零气泡，两倍内存）</translation>
    </message>
    <message>
        <source>ZB-V (zero bubble over two chunks)</source>
        <translation>ZB-V（两个模型块的零气泡）</translation>
    </message>
    <message>
        <source>chunks = 2; ranks and microbatches &gt;= 2 (as published: even ranks)</source>
        <translation>模型块数 = 2；rank 数与微批次数 ≥ 2（论文中 rank 数为偶数）</translation>
    </message>
    <message>
        <source>chunks = 2; ranks and microbatches &gt;= 2 (as published: both even, m &gt;= 2p)</source>
        <translation>模型块数 = 2；rank 数与微批次数 ≥ 2（论文中两者均为偶数，m ≥ 2p）</translation>
    </message>
    <message>
        <source>chunks = 2; any ranks and microbatches (m &gt;= 2p as published)</source>
        <translation>模型块数 = 2；rank 数与微批次数不限（论文中 m ≥ 2p）</translation>
    </message>
    <message>
        <source>chunks = 2 x waves; any ranks and microbatches</source>
        <translation>模型块数 = 2 × 波数；rank 数与微批次数不限</translation>
    </message>
    <message>
        <source>chunks &gt;= 1; 1 &lt;= group N &lt;= m; N &gt;= p runs at full speed</source>
        <translation>模型块数 ≥ 1；1 ≤ 分组 N ≤ m；N ≥ p 时全速运行</translation>
    </message>
    <message>
        <source>chunks &gt;= 1; m mod p = 0 or m &lt; p; other m unless the last round deadlocks</source>
        <translation>模型块数 ≥ 1；m mod p = 0 或 m &lt; p；其余 m 只要末轮不死锁</translation>
    </message>
    <message>
        <source>chunks &gt;= 1; any ranks and microbatches</source>
        <translation>模型块数 ≥ 1；rank 数与微批次数不限</translation>
    </message>
    <message>
        <source>chunks &gt;= 1; 1 &lt;= group N &lt;= m; any ranks and microbatches</source>
        <translation>模型块数 ≥ 1；1 ≤ 分组 N ≤ m；rank 数与微批次数不限</translation>
    </message>
    <message>
        <source>chunks = 2; any ranks and microbatches</source>
        <translation>模型块数 = 2；rank 数与微批次数不限</translation>
    </message>
    <message>
        <source>any ranks, chunks and microbatches; in-flight pairs allowed &gt;= chunks</source>
        <translation>rank 数、模型块数与微批次数不限；允许的在途数 ≥ 模型块数</translation>
    </message>
    <message>
        <source>chunks = 1; any ranks and microbatches; no bubble within a rank from m &gt;= 2p-1</source>
        <translation>模型块数 = 1；rank 数与微批次数不限；m ≥ 2p-1 起 rank 内无气泡</translation>
    </message>
    <message>
        <source>B = 2F, even p and m: (m+p/2-1)(F+B) at m &gt;= 2p; p F+(2p-2)B at m = p</source>
        <translation>B = 2F，p、m 为偶数：m ≥ 2p 时 (m+p/2-1)(F+B)；m = p 时 p F+(2p-2)B</translation>
    </message>
    <message>
        <source>3 m+(p/2-1)(F&amp;B+B-3W) at F = I = W, F&amp;B = F+B, m &gt;= 2p</source>
        <translation>F = I = W、F&amp;B = F+B、m ≥ 2p 时 3 m+(p/2-1)(F&amp;B+B-3W)</translation>
    </message>
    <message>
        <source>6 m + 2(p-1) at F = I = W, m &gt;= 2p</source>
        <translation>F = I = W、m ≥ 2p 时 6 m + 2(p-1)</translation>
    </message>
    <message>
        <source>at least (m v+p-1)(F+B); B = 2F, v = 2, m = p: (p-1)F more</source>
        <translation>至少 (m v+p-1)(F+B)；B = 2F、v = 2、m = p 时再加 (p-1)F</translation>
    </message>
    <message>
        <source>m mod p = 0: (m v+p-1)(F+B); m &lt; p: (p v+m-1)(F+B)</source>
        <translation>m mod p = 0：(m v+p-1)(F+B)；m &lt; p：(p v+m-1)(F+B)</translation>
    </message>
    <message>
        <source>3 m v+p-1 at F = I = W, m &gt;= p</source>
        <translation>F = I = W、m ≥ p 时 3 m v+p-1</translation>
    </message>
    <message>
        <source>by simulation; F = I = W: 6m+3p-7 (p even) or 6m+3p-4 (p odd) chunk ops from m = 2p</source>
        <translation>由模拟得出；F = I = W 且 m ≥ 2p：6m+3p-7（p 为偶数）或 6m+3p-4（p 为奇数）个模型块操作</translation>
    </message>
    <message>
        <source>by simulation; F = I = W: at most 6m+4p-5, or 6m+4p-7 where 3 divides p and m &gt;= p, chunk ops</source>
        <translation>由模拟得出；F = I = W：至多 6m+4p-5 个模型块操作，3 整除 p 且 m ≥ p 时至多 6m+4p-7</translation>
    </message>
    <message>
        <source>found by search; at most that of any schedule of the same chunks within the same memory</source>
        <translation>由搜索得出；不超过模型块数与内存相同的任何调度</translation>
    </message>
    <message>
        <source>F = I = W: max(3m+p-1, 2m+2p-1) F; longest span 3m F for m &gt;= 2p-1</source>
        <translation>F = I = W：max(3m+p-1, 2m+2p-1) F；m ≥ 2p-1 时最长跨度 3m F</translation>
    </message>
    <message>
        <source>F = I = W, m &gt;= p: (6m+p-1) F, of one chunk; longest span 6m F for m &gt;= 2p-1</source>
        <translation>F = I = W、m ≥ p：(6m+p-1) F（按一个模型块）；m ≥ 2p-1 时最长跨度 6m F</translation>
    </message>
    <message>
        <source>at most min(m, 2p)</source>
        <translation>至多 min(m, 2p)</translation>
    </message>
    <message>
        <source>p+1 (p+2 for odd p) at m &gt;= 2p, else at most that or m</source>
        <translation>m ≥ 2p 时 p+1（p 为奇数时 p+2），否则不超过它或 m</translation>
    </message>
    <message>
        <source>2p+1 at m &gt;= 2p, else at most min(2 m, 2p+1)</source>
        <translation>m ≥ 2p 时 2p+1，否则至多 min(2 m, 2p+1)</translation>
    </message>
    <message>
        <source>min(m v, about 2 p v)</source>
        <translation>min(m v, 约 2 p v)</translation>
    </message>
    <message>
        <source>min(m v, (v-1)N + 2(p-1-r) + 1), N the first round; N &lt; p: at most rank 0&apos;s</source>
        <translation>min(m v, (v-1)N + 2(p-1-r) + 1)，N 为首轮；N &lt; p：不超过 rank 0 的值</translation>
    </message>
    <message>
        <source>min(m v, (v-1)min(m, p) + 2(p-1-r) + 1), 1 more where m mod p != 0</source>
        <translation>min(m v, (v-1)min(m, p) + 2(p-1-r) + 1)，m mod p ≠ 0 时多 1</translation>
    </message>
    <message>
        <source>min(m v, (v-1)N + 2(p-1-r) + 1), N = p + m mod p; m &lt; p: N = m</source>
        <translation>min(m v, (v-1)N + 2(p-1-r) + 1)，N = p + m mod p；m &lt; p：N = m</translation>
    </message>
    <message>
        <source>min(m v, (v-1)N+p), N the longest round</source>
        <translation>min(m v, (v-1)N+p)，N 为最长的一轮</translation>
    </message>
    <message>
        <source>at most min(2((p+2) div 2), 2m, m+1+r)</source>
        <translation>至多 min(2((p+2) div 2), 2m, m+1+r)</translation>
    </message>
    <message>
        <source>at most min(2((p+4) div 3), 2m, m+1+r); one less on rank 0 where p mod 3 = 2</source>
        <translation>至多 min(2((p+4) div 3), 2m, m+1+r)；p mod 3 = 2 时 rank 0 少一</translation>
    </message>
    <message>
        <source>at most the in-flight pairs allowed</source>
        <translation>不超过允许的在途数</translation>
    </message>
    <message>
        <source>at most 2 min(p, m)</source>
        <translation>至多 2 min(p, m)</translation>
    </message>
    <message>
        <source>one device at a time</source>
        <translation>一次只用一台设备</translation>
    </message>
    <message>
        <source>arXiv 2401.10241, section 3</source>
        <translation>arXiv 2401.10241，第 3 节</translation>
    </message>
    <message>
        <source>after arXiv 2412.19437, by its authors</source>
        <translation>源自 arXiv 2412.19437，同一作者</translation>
    </message>
    <message>
        <source>after arXiv 2104.04473, as in Paddle</source>
        <translation>源自 arXiv 2104.04473，如 Paddle 所用</translation>
    </message>
    <message>
        <source>after arXiv 2401.10241, as in PyTorch</source>
        <translation>源自 arXiv 2401.10241，如 PyTorch 所用</translation>
    </message>
    <message>
        <source>GEMS (bidirectional, one microbatch at a time)</source>
        <translation>GEMS（双向，每次一个微批次）</translation>
    </message>
    <message>
        <source>chunks = 2; ranks and microbatches &gt;= 2</source>
        <translation>模型块数 = 2；rank 数与微批次数 ≥ 2</translation>
    </message>
    <message>
        <source>p(F+B)+(m-1)(p B+F) where F is at most B</source>
        <translation>F 不大于 B 时 p(F+B)+(m-1)(p B+F)</translation>
    </message>
    <message>
        <source>SC 2020, as in arXiv 2107.06925</source>
        <translation>SC 2020，如 arXiv 2107.06925 所述</translation>
    </message>
</context>
<context>
    <name>Compare</name>
    <message>
        <source>Makespan</source>
        <translation>总时长</translation>
    </message>
    <message>
        <source>Length of the step</source>
        <translation>一步的时长</translation>
    </message>
    <message>
        <source>Bubble fraction</source>
        <translation>气泡占比</translation>
    </message>
    <message>
        <source>idle / (ranks × makespan)</source>
        <translation>空闲 /（rank 数 × 总时长）</translation>
    </message>
    <message>
        <source>Bubble overhead</source>
        <translation>气泡开销</translation>
    </message>
    <message>
        <source>idle / busy, as the Megatron papers count</source>
        <translation>空闲 / 忙碌，Megatron 论文的算法</translation>
    </message>
    <message>
        <source>Bubble in the span</source>
        <translation>跨度内气泡</translation>
    </message>
    <message>
        <source>Idle share of the longest time from a rank&apos;s first op to its last, as the zero-bubble papers count</source>
        <translation>某 rank 从首个操作到末个操作的最长时间中的空闲占比，零气泡论文的算法</translation>
    </message>
    <message>
        <source>Peak in flight</source>
        <translation>峰值在途数</translation>
    </message>
    <message>
        <source>(microbatch, stage) pairs on the fullest rank</source>
        <translation>占用最多的 rank 上的（微批次，阶段）对数</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>激活</translation>
    </message>
    <message>
        <source>That peak in p-ths of the model, whatever the chunks: what to compare memory by</source>
        <translation>以模型的 p 分之一计的该峰值，与模型块数无关：用它比较内存</translation>
    </message>
    <message>
        <source>Transfers</source>
        <translation>传输次数</translation>
    </message>
    <message>
        <source>Messages between ranks in the whole step</source>
        <translation>整个一步中 rank 之间的消息数</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Copies of the model that the ranks hold together</source>
        <translation>所有 rank 合计持有的模型份数</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>调度</translation>
    </message>
</context>
<context>
    <name>Comparison</name>
    <message>
        <source>emulated: compute is paced, messages are real</source>
        <translation>仿真：计算按节拍进行，消息真实收发</translation>
    </message>
    <message>
        <source>emulated: compute is paced, messages are real; 1 s stands for %1</source>
        <translation>仿真：计算按节拍进行，消息真实收发；1 秒代表 %1</translation>
    </message>
    <message>
        <source>; emulated, 1 s stands for %1</source>
        <translation>；仿真，1 秒代表 %1</translation>
    </message>
    <message>
        <source>step %1: predicted %2, measured %3 (%4); bubble predicted %5, measured %6 (%7 points)</source>
        <translation>第 %1 步：预测 %2，实测 %3（%4）；气泡占比预测 %5，实测 %6（%7 个百分点）</translation>
    </message>
    <message>
        <source>step %1: measured %2; bubble %3</source>
        <translation>第 %1 步：实测 %2；气泡占比 %3</translation>
    </message>
    <message>
        <source>step %1: measured %2; bubble predicted %3, measured %4 (%5 points)</source>
        <translation>第 %1 步：实测 %2；气泡占比预测 %3，实测 %4（%5 个百分点）</translation>
    </message>
    <message>
        <source>; spans lost: %1, no data there</source>
        <translation>；丢失区间：%1，该处无数据</translation>
    </message>
</context>
<context>
    <name>Confirm</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>Costs</name>
    <message>
        <source>each of %1 stages its own</source>
        <translation>%1 个阶段各不相同</translation>
    </message>
    <message>
        <source>recomputation %1</source>
        <translation>重计算 %1</translation>
    </message>
    <message>
        <source>each hop its own</source>
        <translation>每一跳各不相同</translation>
    </message>
    <message>
        <source>a hop from latency and bandwidth</source>
        <translation>每跳由延迟与带宽得出</translation>
    </message>
    <message>
        <source>ranks of another speed: %1</source>
        <translation>速度不同的 rank：%1</translation>
    </message>
    <message>
        <source>gradient reduction %1</source>
        <translation>梯度归约 %1</translation>
    </message>
    <message>
        <source>optimizer %1</source>
        <translation>优化器 %1</translation>
    </message>
    <message>
        <source>pairs overlap by %1 %</source>
        <translation>融合对重叠 %1 %</translation>
    </message>
</context>
<context>
    <name>Device</name>
    <message>
        <source>emulated</source>
        <translation>仿真</translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>Waits as long as each op is to take; messages are real</source>
        <translation>每个操作按其时长等待；消息是真实的</translation>
    </message>
    <message>
        <source>Trains the model on this machine&apos;s processor</source>
        <translation>在本机处理器上训练模型</translation>
    </message>
    <message>
        <source>Trains the model on this machine&apos;s GPUs</source>
        <translation>在本机 GPU 上训练模型</translation>
    </message>
</context>
<context>
    <name>Editor</name>
    <message>
        <source>Ranks</source>
        <translation>rank 数</translation>
    </message>
    <message>
        <source>Devices along the pipeline (p)</source>
        <translation>流水线方向的设备数（p）</translation>
    </message>
    <message>
        <source>Chunks</source>
        <translation>模型块数</translation>
    </message>
    <message>
        <source>Model chunks on each rank: virtual pipeline size (v)</source>
        <translation>每个 rank 上的模型块数：虚拟流水线大小（v）</translation>
    </message>
    <message>
        <source>Microbatches</source>
        <translation>微批次数</translation>
    </message>
    <message>
        <source>Slices of the batch in one step (m)</source>
        <translation>一个训练步中批次的切片数（m）</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>分组</translation>
    </message>
    <message>
        <source>Microbatches that cross a chunk together</source>
        <translation>一起通过一个模型块的微批次数</translation>
    </message>
    <message>
        <source>default</source>
        <translation>默认</translation>
    </message>
    <message>
        <source>Samples per microbatch</source>
        <translation>每微批次样本数</translation>
    </message>
    <message>
        <source>Size of one microbatch, in samples</source>
        <translation>一个微批次的样本数</translation>
    </message>
    <message>
        <source>Samples per step</source>
        <translation>每步样本数</translation>
    </message>
    <message>
        <source>Samples in one step over all replicas</source>
        <translation>一个训练步中所有副本的样本总数</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>Time of one stage&apos;s forward</source>
        <translation>一个阶段的前向时间</translation>
    </message>
    <message>
        <source>Input gradient</source>
        <translation>输入梯度</translation>
    </message>
    <message>
        <source>Time of one stage&apos;s input gradient</source>
        <translation>一个阶段的输入梯度时间</translation>
    </message>
    <message>
        <source>Weight gradient</source>
        <translation>权重梯度</translation>
    </message>
    <message>
        <source>Time of one stage&apos;s weight gradient</source>
        <translation>一个阶段的权重梯度时间</translation>
    </message>
    <message>
        <source>Transfer</source>
        <translation>传输</translation>
    </message>
    <message>
        <source>Time a tensor takes from one rank to the next</source>
        <translation>张量从一个 rank 到下一个的时间</translation>
    </message>
    <message>
        <source>own: %1</source>
        <translation>自带：%1</translation>
    </message>
    <message>
        <source>Max in flight</source>
        <translation>最大在途数</translation>
    </message>
    <message>
        <source>Most activations a rank may hold: (microbatch, stage) pairs</source>
        <translation>一个 rank 最多可持有的激活：（微批次，阶段）对数</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>不限</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层数</translation>
    </message>
    <message>
        <source>Transformer layers of the whole model</source>
        <translation>整个模型的 Transformer 层数</translation>
    </message>
    <message>
        <source>Hidden size</source>
        <translation>隐藏维度</translation>
    </message>
    <message>
        <source>Width of the model</source>
        <translation>模型的宽度</translation>
    </message>
    <message>
        <source>Heads</source>
        <translation>注意力头数</translation>
    </message>
    <message>
        <source>Attention heads</source>
        <translation>注意力头的数目</translation>
    </message>
    <message>
        <source>KV heads</source>
        <translation>KV 头数</translation>
    </message>
    <message>
        <source>Heads of keys and values: fewer in grouped-query attention; else as many as heads</source>
        <translation>键和值的头数：分组查询注意力中较少；默认与注意力头数相同</translation>
    </message>
    <message>
        <source>auto: %1</source>
        <translation>自动：%1</translation>
    </message>
    <message>
        <source>FFN size</source>
        <translation>FFN 维度</translation>
    </message>
    <message>
        <source>Width inside the feed-forward block; else four times the hidden size</source>
        <translation>前馈层内部的宽度；默认为隐藏维度的四倍</translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation>词表大小</translation>
    </message>
    <message>
        <source>Tokens that the model knows</source>
        <translation>模型认识的词元数</translation>
    </message>
    <message>
        <source>Sequence length</source>
        <translation>序列长度</translation>
    </message>
    <message>
        <source>Tokens of one sample</source>
        <translation>一个样本的词元数</translation>
    </message>
    <message>
        <source>Gated FFN</source>
        <translation>门控 FFN</translation>
    </message>
    <message>
        <source>SwiGLU: three matrices instead of two</source>
        <translation>SwiGLU：三个矩阵而不是两个</translation>
    </message>
    <message>
        <source>Tied embeddings</source>
        <translation>共享词嵌入</translation>
    </message>
    <message>
        <source>The output layer uses the matrix of the input embedding</source>
        <translation>输出层使用输入嵌入的矩阵</translation>
    </message>
    <message>
        <source>Experts</source>
        <translation>专家数</translation>
    </message>
    <message>
        <source>Experts of a mixture-of-experts layer</source>
        <translation>一个混合专家层的专家数</translation>
    </message>
    <message>
        <source>dense</source>
        <translation>稠密</translation>
    </message>
    <message>
        <source>Experts per token</source>
        <translation>每词元专家数</translation>
    </message>
    <message>
        <source>Experts that one token passes</source>
        <translation>一个词元经过的专家数</translation>
    </message>
    <message>
        <source>Expert FFN size</source>
        <translation>专家 FFN 维度</translation>
    </message>
    <message>
        <source>Width inside one expert</source>
        <translation>一个专家内部的宽度</translation>
    </message>
    <message>
        <source>as FFN size</source>
        <translation>同 FFN 维度</translation>
    </message>
    <message>
        <source>Shared experts</source>
        <translation>共享专家数</translation>
    </message>
    <message>
        <source>Experts that every token passes</source>
        <translation>每个词元都经过的专家数</translation>
    </message>
    <message>
        <source>Dense layers</source>
        <translation>稠密层数</translation>
    </message>
    <message>
        <source>Leading layers without experts</source>
        <translation>开头没有专家的层数</translation>
    </message>
    <message>
        <source>Experts every</source>
        <translation>专家层间隔</translation>
    </message>
    <message>
        <source>Behind the dense layers, one layer of so many has experts</source>
        <translation>稠密层之后，每隔这么多层有一层带专家</translation>
    </message>
    <message>
        <source>Head size</source>
        <translation>头维度</translation>
    </message>
    <message>
        <source>Width of one head; else the hidden size over the heads</source>
        <translation>一个头的宽度；默认为隐藏维度除以头数</translation>
    </message>
    <message>
        <source>Norm</source>
        <translation>归一化</translation>
    </message>
    <message>
        <source>How layers are normalised</source>
        <translation>各层如何归一化</translation>
    </message>
    <message>
        <source>Positions</source>
        <translation>位置编码</translation>
    </message>
    <message>
        <source>How tokens know where they stand</source>
        <translation>词元如何知道自己的位置</translation>
    </message>
    <message>
        <source>Biases</source>
        <translation>偏置</translation>
    </message>
    <message>
        <source>Linear layers have biases</source>
        <translation>线性层带偏置</translation>
    </message>
    <message>
        <source>Causal</source>
        <translation>因果</translation>
    </message>
    <message>
        <source>A token attends to those before it only</source>
        <translation>词元只关注它之前的词元</translation>
    </message>
    <message>
        <source>Dropout</source>
        <translation>Dropout</translation>
    </message>
    <message>
        <source>Its masks are kept for the backward</source>
        <translation>其掩码保留到反向</translation>
    </message>
    <message>
        <source>KV compression</source>
        <translation>KV 压缩</translation>
    </message>
    <message>
        <source>Width of compressed keys and values (multi-head latent attention)</source>
        <translation>压缩后键和值的宽度（多头潜在注意力）</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Query compression</source>
        <translation>查询压缩</translation>
    </message>
    <message>
        <source>Width of compressed queries</source>
        <translation>压缩后查询的宽度</translation>
    </message>
    <message>
        <source>Head size, plain</source>
        <translation>头维度（无位置）</translation>
    </message>
    <message>
        <source>Part of a head without positions</source>
        <translation>头中不带位置编码的部分</translation>
    </message>
    <message>
        <source>Head size, rotary</source>
        <translation>头维度（旋转）</translation>
    </message>
    <message>
        <source>Part of a head with rotary positions</source>
        <translation>头中带旋转位置编码的部分</translation>
    </message>
    <message>
        <source>Value head size</source>
        <translation>值头维度</translation>
    </message>
    <message>
        <source>Width of a head of values</source>
        <translation>一个值头的宽度</translation>
    </message>
    <message>
        <source>MTP layers</source>
        <translation>MTP 层数</translation>
    </message>
    <message>
        <source>Multi-token prediction layers behind the model</source>
        <translation>模型之后的多词元预测层</translation>
    </message>
    <message>
        <source>a device of its own: %1</source>
        <translation>自定义设备：%1</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Devices that share the matrices of one layer (t)</source>
        <translation>共同分担一层矩阵的设备数（t）</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>Devices that share one sequence (c)</source>
        <translation>共同分担一个序列的设备数（c）</translation>
    </message>
    <message>
        <source>Expert</source>
        <translation>专家</translation>
    </message>
    <message>
        <source>Devices that share the experts (e)</source>
        <translation>共同分担专家的设备数（e）</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>Replicas of the pipeline (d); else what the devices leave for them</source>
        <translation>流水线的副本数（d）；默认由设备数得出</translation>
    </message>
    <message>
        <source>ZeRO</source>
        <translation>ZeRO</translation>
    </message>
    <message>
        <source>What the replicas divide: 1 the optimizer, 2 gradients too, 3 weights too</source>
        <translation>各副本分摊的内容：1 优化器，2 加上梯度，3 再加上权重</translation>
    </message>
    <message>
        <source>off</source>
        <translation>关</translation>
    </message>
    <message>
        <source>Sequence parallel</source>
        <translation>序列并行</translation>
    </message>
    <message>
        <source>Tensor ranks divide what lies between the matrices along the sequence</source>
        <translation>张量并行的各 rank 沿序列分摊矩阵之间的部分</translation>
    </message>
    <message>
        <source>Recompute</source>
        <translation>重计算</translation>
    </message>
    <message>
        <source>What is computed again in the backward instead of kept</source>
        <translation>反向中重新计算而不保留的内容</translation>
    </message>
    <message>
        <source>Recompute method</source>
        <translation>重计算方式</translation>
    </message>
    <message>
        <source>uniform: groups of layers; block: the first layers of each stage</source>
        <translation>uniform：按层分组；block：每个阶段的前若干层</translation>
    </message>
    <message>
        <source>Recompute layers</source>
        <translation>重计算层数</translation>
    </message>
    <message>
        <source>Of each stage, or of each group</source>
        <translation>每个阶段或每组的层数</translation>
    </message>
    <message>
        <source>all</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Offload</source>
        <translation>卸载</translation>
    </message>
    <message>
        <source>What lies in the memory of the host</source>
        <translation>放在主机内存中的内容</translation>
    </message>
    <message>
        <source>Context method</source>
        <translation>上下文方式</translation>
    </message>
    <message>
        <source>How context ranks exchange keys and values</source>
        <translation>上下文并行的各 rank 如何交换键和值</translation>
    </message>
    <message>
        <source>Expert tensor</source>
        <translation>专家张量</translation>
    </message>
    <message>
        <source>Devices that share the matrices of one expert</source>
        <translation>共同分担一个专家矩阵的设备数</translation>
    </message>
    <message>
        <source>as tensor</source>
        <translation>同张量</translation>
    </message>
    <message>
        <source>ZeRO group</source>
        <translation>ZeRO 分组</translation>
    </message>
    <message>
        <source>Replicas that ZeRO divides over</source>
        <translation>ZeRO 分摊所跨的副本数</translation>
    </message>
    <message>
        <source>Rank order</source>
        <translation>rank 顺序</translation>
    </message>
    <message>
        <source>What lies next to each other first</source>
        <translation>哪种并行的 rank 先相邻</translation>
    </message>
    <message>
        <source>Overlap gradients</source>
        <translation>重叠梯度</translation>
    </message>
    <message>
        <source>Their reduction runs beside the last backwards</source>
        <translation>梯度规约与最后的反向同时进行</translation>
    </message>
    <message>
        <source>Overlap weights</source>
        <translation>重叠权重</translation>
    </message>
    <message>
        <source>Their gathering runs beside forwards</source>
        <translation>权重收集与前向同时进行</translation>
    </message>
    <message>
        <source>Overlap tensor</source>
        <translation>重叠张量</translation>
    </message>
    <message>
        <source>Collectives inside a layer run beside its products</source>
        <translation>层内集合通信与矩阵乘同时进行</translation>
    </message>
    <message>
        <source>Light recompute</source>
        <translation>轻量重计算</translation>
    </message>
    <message>
        <source>Norms, activation functions and up-projections of latent attention are computed again; for Recompute none</source>
        <translation>归一化、激活函数和潜在注意力的升维投影会重新计算；用于“重计算”为 none 时</translation>
    </message>
    <message>
        <source>Overlap experts</source>
        <translation>重叠专家</translation>
    </message>
    <message>
        <source>The exchange of experts runs beside their products</source>
        <translation>专家间交换与矩阵乘同时进行</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>flash: one kernel; unfused: scores are written to memory</source>
        <translation>flash：单个内核；unfused：分数写入内存</translation>
    </message>
    <message>
        <source>Fusion</source>
        <translation>融合</translation>
    </message>
    <message>
        <source>Of everything between the products</source>
        <translation>矩阵乘之间所有运算的融合</translation>
    </message>
    <message>
        <source>Computes in</source>
        <translation>计算精度</translation>
    </message>
    <message>
        <source>Type of the products</source>
        <translation>矩阵乘的数据类型</translation>
    </message>
    <message>
        <source>Gradients in</source>
        <translation>梯度精度</translation>
    </message>
    <message>
        <source>Type of the accumulated gradients</source>
        <translation>累积梯度的数据类型</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>And the type of its states</source>
        <translation>及其状态的数据类型</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>设备数</translation>
    </message>
    <message>
        <source>Of the whole job; else as many as the cut needs</source>
        <translation>整个作业的设备数；默认按切分所需</translation>
    </message>
    <message>
        <source>Devices per node</source>
        <translation>每节点设备数</translation>
    </message>
    <message>
        <source>Those that share the fast links</source>
        <translation>共享高速链路的设备数</translation>
    </message>
    <message>
        <source>Nodes per switch</source>
        <translation>每交换机节点数</translation>
    </message>
    <message>
        <source>Beyond them messages pass more switches</source>
        <translation>超出时消息要经过更多交换机</translation>
    </message>
    <message>
        <source>QKV biases</source>
        <translation>QKV 偏置</translation>
    </message>
    <message>
        <source>Queries, keys and values have biases, the other layers none</source>
        <translation>查询、键和值带偏置，其他线性层不带</translation>
    </message>
    <message>
        <source>QK norm</source>
        <translation>QK 归一化</translation>
    </message>
    <message>
        <source>Queries and keys are normalised head by head</source>
        <translation>查询和键按头归一化</translation>
    </message>
    <message>
        <source>Most positions</source>
        <translation>位置数</translation>
    </message>
    <message>
        <source>Positions that are learned; else as many as a sample has tokens</source>
        <translation>学习的位置数；默认与一个样本的词元数相同</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>Copies of the logits in fp32: plain three, compiled two, fused none</source>
        <translation>fp32 logits 的份数：plain 三份，compiled 两份，fused 没有</translation>
    </message>
    <message>
        <source>Sent outputs</source>
        <translation>已发送输出</translation>
    </message>
    <message>
        <source>What a stage has sent on: freed, or kept until its backward</source>
        <translation>阶段已发送的输出：立即释放，或保留到其反向</translation>
    </message>
    <message>
        <source>Weights in</source>
        <translation>权重精度</translation>
    </message>
    <message>
        <source>compute: the type of the products; fp32: the optimizer keeps no copy of its own</source>
        <translation>compute：与矩阵乘同类型；fp32：优化器不另存副本</translation>
    </message>
    <message>
        <source>Node links</source>
        <translation>节点内带宽</translation>
    </message>
    <message>
        <source>Speed of one device to its node, in each direction</source>
        <translation>一个设备到节点内的速度（每个方向）</translation>
    </message>
    <message>
        <source>Node latency</source>
        <translation>节点内延迟</translation>
    </message>
    <message>
        <source>Latency per message within a node</source>
        <translation>节点内每条消息的延迟</translation>
    </message>
    <message>
        <source>Network links</source>
        <translation>网络带宽</translation>
    </message>
    <message>
        <source>Speed of one device out of its node, in each direction</source>
        <translation>一个设备到节点外的速度（每个方向）</translation>
    </message>
    <message>
        <source>Network latency</source>
        <translation>网络延迟</translation>
    </message>
    <message>
        <source>Latency per message between nodes</source>
        <translation>节点间每条消息的延迟</translation>
    </message>
    <message>
        <source>Oversubscription</source>
        <translation>收敛比</translation>
    </message>
    <message>
        <source>Between switches the speed of the network is divided by that</source>
        <translation>交换机之间的网络速度除以此值</translation>
    </message>
    <message>
        <source>Efficiencies</source>
        <translation>实测效率</translation>
    </message>
    <message>
        <source>Measured shares of the peaks that are reached; else the device&apos;s own</source>
        <translation>实测达到的峰值比例；默认用设备自带的</translation>
    </message>
    <message>
        <source>default: %1</source>
        <translation>默认：%1</translation>
    </message>
    <message>
        <source>even</source>
        <translation>平均</translation>
    </message>
    <message>
        <source>even: %1 each</source>
        <translation>平均：各 %1 层</translation>
    </message>
    <message>
        <source>even: %1 or %2 each</source>
        <translation>平均：各 %1 或 %2 层</translation>
    </message>
    <message>
        <source>schedule file: %1</source>
        <translation>调度文件：%1</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>调度</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>The model stays the same: its costs are divided over %1 stages per rank. Ctrl+Z takes both changes back.</source>
        <translation>模型不变：其开销分摊到每个 rank 的 %1 个阶段上。Ctrl+Z 会一并撤销两处修改。</translation>
    </message>
    <message>
        <source>The model stays the same: with %1 stages per rank, the forward of one takes %2 µs (before, %3 µs). Ctrl+Z takes both changes back.</source>
        <translation>模型不变：每个 rank 有 %1 个阶段，一个阶段的前向用时 %2 µs（此前为 %3 µs）。Ctrl+Z 会一并撤销两处修改。</translation>
    </message>
    <message>
        <source>Pipeline</source>
        <translation>流水线</translation>
    </message>
    <message>
        <source>Costs of one stage</source>
        <translation>单个阶段的开销</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>批次</translation>
    </message>
    <message>
        <source>Also in this strategy</source>
        <translation>此策略中的其他内容</translation>
    </message>
    <message>
        <source>change %1</source>
        <translation>修改%1</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>nothing else</source>
        <translation>无其他内容</translation>
    </message>
    <message>
        <source>The picture shows the last strategy that could be made; this one has a problem.</source>
        <translation>此策略有问题；图中是上一个可用的策略。</translation>
    </message>
    <message>
        <source>All costs…</source>
        <translation>全部开销…</translation>
    </message>
    <message>
        <source>Costs of each stage, rank and hop, and of the end of the step</source>
        <translation>每个阶段、rank 与每一跳的开销，以及步末的开销</translation>
    </message>
    <message>
        <source>Parallelism</source>
        <translation>并行</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Cluster</source>
        <translation>集群</translation>
    </message>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>More fields</source>
        <translation>更多字段</translation>
    </message>
    <message>
        <source>With a model, step time and memory are worked out for the cluster&apos;s device.</source>
        <translation>有了模型，就能为集群的设备算出步时间和显存。</translation>
    </message>
    <message>
        <source>Add a model</source>
        <translation>添加模型</translation>
    </message>
    <message>
        <source>Begin with a small one that fits the stages</source>
        <translation>从一个与阶段数相配的小模型开始</translation>
    </message>
    <message>
        <source>add a model</source>
        <translation>添加模型</translation>
    </message>
    <message>
        <source>Remove the model</source>
        <translation>移除模型</translation>
    </message>
    <message>
        <source>Leave the times to the costs alone</source>
        <translation>时间只由开销决定</translation>
    </message>
    <message>
        <source>remove the model</source>
        <translation>移除模型</translation>
    </message>
    <message>
        <source>What every rank runs on</source>
        <translation>每个 rank 运行在什么设备上</translation>
    </message>
    <message>
        <source>%1: %2 GiB, %3 TFLOP/s in bf16</source>
        <translation>%1：%2 GiB，bf16 %3 TFLOP/s</translation>
    </message>
    <message>
        <source>as this file describes it</source>
        <translation>由此文件描述</translation>
    </message>
    <message>
        <source>Work them out from the model</source>
        <translation>改由模型算出</translation>
    </message>
    <message>
        <source>Drop the costs of the strategy</source>
        <translation>去掉策略中的开销</translation>
    </message>
    <message>
        <source>drop the costs</source>
        <translation>去掉开销</translation>
    </message>
    <message>
        <source>Worked out from the model, for the cluster&apos;s device.</source>
        <translation>根据模型为集群的设备算出。</translation>
    </message>
    <message>
        <source>Give costs instead</source>
        <translation>改为给出开销</translation>
    </message>
    <message>
        <source>Begin with those that the picture shows</source>
        <translation>从图中所示的开销开始</translation>
    </message>
    <message>
        <source>give costs</source>
        <translation>给出开销</translation>
    </message>
    <message>
        <source>Layers of each in order, where they are not divided evenly</source>
        <translation>不平均划分时，按顺序列出各自的层数</translation>
    </message>
    <message>
        <source>Layers per stage</source>
        <translation>每阶段层数</translation>
    </message>
    <message>
        <source>Layers per rank</source>
        <translation>每 rank 层数</translation>
    </message>
    <message>
        <source>is no list of whole numbers such as 5, 3; the strategy keeps %1</source>
        <translation>不是 5, 3 这样的整数列表；策略仍为 %1</translation>
    </message>
    <message>
        <source>the even division</source>
        <translation>平均划分</translation>
    </message>
    <message>
        <source>Not one number for all: &quot;All costs…&quot; has each</source>
        <translation>并非同一个数值：各值见“全部开销…”</translation>
    </message>
</context>
<context>
    <name>Format</name>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1%</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
</context>
<context>
    <name>Help</name>
    <message>
        <source>W, S, mouse wheel</source>
        <translation>W、S、鼠标滚轮</translation>
    </message>
    <message>
        <source>Zoom in and out at the cursor</source>
        <translation>以光标为中心放大、缩小</translation>
    </message>
    <message>
        <source>A, D, Left, Right, Shift+wheel</source>
        <translation>A、D、左、右、Shift+滚轮</translation>
    </message>
    <message>
        <source>Earlier and later</source>
        <translation>更早、更晚</translation>
    </message>
    <message>
        <source>Shift+drag, middle drag</source>
        <translation>Shift+拖动、中键拖动</translation>
    </message>
    <message>
        <source>Move the time range</source>
        <translation>移动时间范围</translation>
    </message>
    <message>
        <source>Alt+drag, drag on the ruler</source>
        <translation>Alt+拖动、在标尺上拖动</translation>
    </message>
    <message>
        <source>Zoom to what was dragged over</source>
        <translation>放大到拖过的范围</translation>
    </message>
    <message>
        <source>0, Home</source>
        <translation>0、Home</translation>
    </message>
    <message>
        <source>Show the whole step</source>
        <translation>显示整个训练步</translation>
    </message>
    <message>
        <source>F</source>
        <translation>F</translation>
    </message>
    <message>
        <source>Up, Down</source>
        <translation>上、下</translation>
    </message>
    <message>
        <source>Another rank</source>
        <translation>切换 rank</translation>
    </message>
    <message>
        <source>. ,</source>
        <translation>. ,</translation>
    </message>
    <message>
        <source>Next and previous op of the rank</source>
        <translation>该 rank 的下一个、上一个操作</translation>
    </message>
    <message>
        <source>] [</source>
        <translation>] [</translation>
    </message>
    <message>
        <source>Along the dependency, onward and back</source>
        <translation>沿依赖关系向后、向前</translation>
    </message>
    <message>
        <source>M</source>
        <translation>M</translation>
    </message>
    <message>
        <source>Set the marker that times are measured from</source>
        <translation>设置计时标记</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Esc</translation>
    </message>
    <message>
        <source>Drop selection and marker</source>
        <translation>取消选择和标记</translation>
    </message>
    <message>
        <source>Fit the op under the pointer, or else the selected one</source>
        <translation>将指针下的操作放大到满屏，否则放大所选操作</translation>
    </message>
</context>
<context>
    <name>Layout</name>
    <message>
        <source>Close the panel %1</source>
        <translation>关闭面板“%1”</translation>
    </message>
    <message>
        <source>Take the panel %1 out of the window</source>
        <translation>使面板“%1”浮动</translation>
    </message>
</context>
<context>
    <name>Ledger</name>
    <message>
        <source>forward</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>backward</source>
        <translation>反向</translation>
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
        <source>recomputation</source>
        <translation>重计算</translation>
    </message>
    <message>
        <source>exposed transfer</source>
        <translation>暴露的传输</translation>
    </message>
    <message>
        <source>exposed collective</source>
        <translation>暴露的集合通信</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>warm-up bubble</source>
        <translation>预热气泡</translation>
    </message>
    <message>
        <source>steady bubble</source>
        <translation>稳态气泡</translation>
    </message>
    <message>
        <source>cool-down bubble</source>
        <translation>冷却气泡</translation>
    </message>
    <message>
        <source>unexplained</source>
        <translation>未解释</translation>
    </message>
</context>
<context>
    <name>Origin</name>
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
        <source>1 µs per op part</source>
        <translation>每个操作部分 1 µs</translation>
    </message>
</context>
<context>
    <name>Run</name>
    <message>
        <source>; ranks took turns: virtual time</source>
        <translation>；各 rank 轮流执行：虚拟时间</translation>
    </message>
    <message>
        <source>; messages go over the host</source>
        <translation>；消息经由主机传递</translation>
    </message>
    <message>
        <source>failed: %1</source>
        <translation>失败：%1</translation>
    </message>
    <message>
        <source>connecting</source>
        <translation>正在连接</translation>
    </message>
    <message>
        <source>running</source>
        <translation>正在运行</translation>
    </message>
    <message>
        <source>reading the recording</source>
        <translation>正在读取记录</translation>
    </message>
    <message>
        <source>running; catching up</source>
        <translation>正在运行；追赶中</translation>
    </message>
    <message>
        <source>no answer from the run; trying again</source>
        <translation>运行没有应答；正在重试</translation>
    </message>
    <message>
        <source>lost: %1</source>
        <translation>失联：%1</translation>
    </message>
    <message>
        <source>recording, read to its end; the run was stopped</source>
        <translation>记录，已读完；该运行被停止</translation>
    </message>
    <message>
        <source>recording, read to its end; the run completed</source>
        <translation>记录，已读完；该运行已完成</translation>
    </message>
    <message>
        <source>recording, read to its end; how the run ended is not in it</source>
        <translation>记录，已读完；其中没有运行如何结束的信息</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>completed</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>recording, read to its end</source>
        <translation>记录，已读完</translation>
    </message>
    <message>
        <source>ended</source>
        <translation>已结束</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>%1 of %2 done</source>
        <translation>已完成 %1 / %2</translation>
    </message>
    <message>
        <source>%1 done</source>
        <translation>已完成 %1</translation>
    </message>
    <message>
        <source>median %1, largest %2</source>
        <translation>中位数 %1，最大 %2</translation>
    </message>
    <message>
        <source>dropped by the ranks: %1</source>
        <translation>各 rank 丢弃：%1</translation>
    </message>
    <message>
        <source>spans not in the picture: %1</source>
        <translation>未入图的区间：%1</translation>
    </message>
    <message>
        <source>not recorded: %1</source>
        <translation>未记录：%1</translation>
    </message>
    <message>
        <source>frames missing: %1</source>
        <translation>缺失的帧：%1</translation>
    </message>
    <message>
        <source>frames damaged: %1</source>
        <translation>损坏的帧：%1</translation>
    </message>
    <message>
        <source>spans rejected: %1</source>
        <translation>拒收的区间：%1</translation>
    </message>
    <message>
        <source>Ops computed twice in the bubbles: %1; all equal</source>
        <translation>在气泡中重复计算的操作：%1 个；全部相同</translation>
    </message>
    <message>
        <source>Rank %1, step %2, %3: the second run gave other bits; the memory or the arithmetic of that device is not to be trusted</source>
        <translation>rank %1，第 %2 步，%3：第二次计算的结果逐位不同；该设备的内存或运算不可信</translation>
    </message>
    <message>
        <source>Ops computed twice in the bubbles: %1; different: %2</source>
        <translation>在气泡中重复计算的操作：%1 个；不同：%2 个</translation>
    </message>
    <message>
        <source>Rank %1 took %2 times as long from step %3 to step %4</source>
        <translation>rank %1 从第 %3 步到第 %4 步计算耗时为 %2 倍</translation>
    </message>
    <message>
        <source>Rank %1 takes %2 times as long since step %3</source>
        <translation>rank %1 自第 %3 步起计算耗时为 %2 倍</translation>
    </message>
    <message>
        <source>Only one replica of the pipeline is watched for slow ranks, of %1: that of rank %2</source>
        <translation>流水线共有 %1 个副本，只在其中一个上检查慢 rank：rank %2 所在的副本</translation>
    </message>
    <message>
        <source>; the step takes %1 longer</source>
        <translation>；训练步因此变长 %1</translation>
    </message>
    <message>
        <source>; somebody has slowed it by hand</source>
        <translation>；有人手动放慢了它</translation>
    </message>
    <message>
        <source>, driver %1</source>
        <translation>，驱动 %1</translation>
    </message>
</context>
<context>
    <name>Verdict</name>
    <message>
        <source>%1 for %2</source>
        <translation>%1，代表 %2</translation>
    </message>
    <message>
        <source>%1 GiB</source>
        <translation>%1 GiB</translation>
    </message>
    <message>
        <source>rank %1 holds the most, %2 of %3, while %4 runs</source>
        <translation>rank %1 占用最多，%2 / %3，在 %4 运行时</translation>
    </message>
    <message>
        <source>rank %1 holds the most, %2 of %3</source>
        <translation>rank %1 占用最多，%2 / %3</translation>
    </message>
    <message>
        <source>Fits on %1: %2</source>
        <translation>%1 放得下：%2</translation>
    </message>
    <message>
        <source>Does not fit on %1, by %2: %3</source>
        <translation>%1 放不下，超出 %2：%3</translation>
    </message>
    <message>
        <source>%1 billion</source>
        <translation>%1 × 10⁹</translation>
    </message>
    <message>
        <source>%1 million</source>
        <translation>%1 × 10⁶</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>训练步</translation>
    </message>
    <message>
        <source>One step of the optimizer, all microbatches</source>
        <translation>优化器的一步，包括全部微批次</translation>
    </message>
    <message>
        <source>Tokens/s</source>
        <translation>词元/秒</translation>
    </message>
    <message>
        <source>Of all devices together</source>
        <translation>所有设备合计</translation>
    </message>
    <message>
        <source>MFU</source>
        <translation>MFU</translation>
    </message>
    <message>
        <source>Share of the device&apos;s peak that the model&apos;s own FLOPs reach: %1 TFLOP/s per device, every pair of tokens counted. With what is computed again: %2 (HFU)</source>
        <translation>模型自身 FLOPs 达到设备峰值的比例：每设备 %1 TFLOP/s，计入每一对词元。加上重计算：%2（HFU）</translation>
    </message>
    <message>
        <source>Bubble</source>
        <translation>气泡</translation>
    </message>
    <message>
        <source>Idle share of ranks × makespan</source>
        <translation>空闲占 rank 数 × 总时长的比例</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数量</translation>
    </message>
    <message>
        <source>Every token passes all of them</source>
        <translation>每个词元都经过全部参数</translation>
    </message>
    <message>
        <source>One token passes %1 of them</source>
        <translation>一个词元经过其中 %1</translation>
    </message>
    <message>
        <source>%1. Times from %2</source>
        <translation>%1。时间依据：%2</translation>
    </message>
</context>
<context>
    <name>gui::Application</name>
    <message>
        <source>%1 cannot be written: there is no directory %2 one may write in</source>
        <translation>无法写入 %1：目录 %2 不存在或不可写</translation>
    </message>
    <message>
        <source>A window ended before the changes to %1 were saved. They were kept.</source>
        <translation>有窗口在保存对 %1 的修改之前意外结束。这些修改已被保留。</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>放弃</translation>
    </message>
</context>
<context>
    <name>gui::AttachDialog</name>
    <message>
        <source>Attach to a run</source>
        <translation>接入一个运行</translation>
    </message>
    <message>
        <source>There are no runs on this machine yet; launch one.</source>
        <translation>本机上还没有运行；请先启动一个。</translation>
    </message>
    <message>
        <source>A run that is over is shown from its recording.</source>
        <translation>已结束的运行将从其记录中显示。</translation>
    </message>
    <message>
        <source>Attach</source>
        <translation>接入</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Strategy</source>
        <translation>策略</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>开始时间</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>rank 数</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>训练步数</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>运行列表</translation>
    </message>
    <message>
        <source>How the run ended</source>
        <translation>运行如何结束</translation>
    </message>
    <message>
        <source>Runs that cannot be listed</source>
        <translation>无法列出的运行</translation>
    </message>
</context>
<context>
    <name>gui::Autosave</name>
    <message>
        <source>no file can be made in %1</source>
        <translation>无法在 %1 中创建文件</translation>
    </message>
    <message>
        <source>Changes are not kept against a crash: %1</source>
        <translation>修改无法为意外崩溃而保留：%1</translation>
    </message>
</context>
<context>
    <name>gui::CompareView</name>
    <message>
        <source>Numbers of the schedules</source>
        <translation>各调度的数字</translation>
    </message>
    <message>
        <source>Timelines of the schedules</source>
        <translation>各调度的时间线</translation>
    </message>
    <message>
        <source>Choose up to four schedules above.</source>
        <translation>请在上方选择最多四种调度。</translation>
    </message>
    <message>
        <source>Comparing …</source>
        <translation>正在比较…</translation>
    </message>
    <message>
        <source>(none)</source>
        <translation>（无）</translation>
    </message>
    <message>
        <source>Schedule %1</source>
        <translation>调度 %1</translation>
    </message>
    <message>
        <source>own</source>
        <translation>自带</translation>
    </message>
    <message>
        <source>Model chunks on each rank; 0 is the schedule&apos;s own number</source>
        <translation>每个 rank 上的模型块数；0 表示该调度自带的数目</translation>
    </message>
    <message>
        <source>Chunks of schedule %1</source>
        <translation>调度 %1 的模型块数</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy the numbers</source>
        <translation>复制数字</translation>
    </message>
    <message>
        <source>Copy the numbers as text, CSV or Markdown</source>
        <translation>把数字复制为文本、CSV 或 Markdown</translation>
    </message>
    <message>
        <source>As &amp;text</source>
        <translation>文本(&amp;T)</translation>
    </message>
    <message>
        <source>As &amp;CSV</source>
        <translation>CSV(&amp;C)</translation>
    </message>
    <message>
        <source>As &amp;Markdown</source>
        <translation>Markdown(&amp;M)</translation>
    </message>
    <message>
        <source>copied the numbers of the schedules</source>
        <translation>已复制各调度的数字</translation>
    </message>
    <message>
        <source>No schedule is chosen beside it</source>
        <translation>旁边没有选择调度</translation>
    </message>
    <message>
        <source>The same model under each: a rank&apos;s share of it is divided over its chunks.</source>
        <translation>每个调度下模型相同：rank 的份额分摊到它的各个模型块上。</translation>
    </message>
</context>
<context>
    <name>gui::CostDialog</name>
    <message>
        <source>Costs</source>
        <translation>开销</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>gui::CostSection</name>
    <message>
        <source>change %1</source>
        <translation>修改%1</translation>
    </message>
</context>
<context>
    <name>gui::DeviceChart</name>
    <message>
        <source>ranks %1 and %2 more</source>
        <translation>rank %1 及另外 %2 个</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>rank %1</translation>
    </message>
    <message>
        <source>ranks %1</source>
        <translation>rank %1</translation>
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
        <source>slowed</source>
        <translation>被降速</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>平均</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>功率</translation>
    </message>
    <message>
        <source>Power of the devices over steps</source>
        <translation>各步的设备功率</translation>
    </message>
    <message>
        <source>W</source>
        <translation>W</translation>
    </message>
    <message>
        <source>limit</source>
        <translation>上限</translation>
    </message>
    <message>
        <source>No device reports its power: only GPUs do.</source>
        <translation>没有设备报告功率：只有 GPU 统计它。</translation>
    </message>
    <message>
        <source>Clock</source>
        <translation>时钟频率</translation>
    </message>
    <message>
        <source>Clock of the devices over steps</source>
        <translation>各步的设备时钟频率</translation>
    </message>
    <message>
        <source>MHz</source>
        <translation>MHz</translation>
    </message>
    <message>
        <source>No device reports its clock: only GPUs do.</source>
        <translation>没有设备报告时钟频率：只有 GPU 统计它。</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>温度</translation>
    </message>
    <message>
        <source>Temperature of the devices over steps</source>
        <translation>各步的设备温度</translation>
    </message>
    <message>
        <source>°C</source>
        <translation>°C</translation>
    </message>
    <message>
        <source>hottest</source>
        <translation>最热</translation>
    </message>
    <message>
        <source>No device reports its temperature: only GPUs do.</source>
        <translation>没有设备报告温度：只有 GPU 统计它。</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>Memory in use on the devices over steps</source>
        <translation>各步中设备已用的显存</translation>
    </message>
    <message>
        <source>GiB</source>
        <translation>GiB</translation>
    </message>
    <message>
        <source>fullest</source>
        <translation>占用最多</translation>
    </message>
    <message>
        <source>its size</source>
        <translation>设备总量</translation>
    </message>
    <message>
        <source>No device reports its memory: only GPUs do.</source>
        <translation>没有设备报告显存：只有 GPU 统计它。</translation>
    </message>
    <message>
        <source>What the devices count</source>
        <translation>设备统计的量</translation>
    </message>
    <message>
        <source>When devices were slowed</source>
        <translation>设备何时被降速</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Slowed in step %1: %2.</source>
        <translation>第 %1 步被降速：%2。</translation>
    </message>
    <message>
        <source>Slowed in steps %1 to %2: %3.</source>
        <translation>第 %1 至 %2 步被降速：%3。</translation>
    </message>
    <message>
        <source>Earlier stretches: %1.</source>
        <translation>更早的区段：%1 个。</translation>
    </message>
    <message>
        <source>rank %1 slowed: %2</source>
        <translation>rank %1 被降速：%2</translation>
    </message>
    <message>
        <source>lowest: %1, rank %2</source>
        <translation>最低：%1，rank %2</translation>
    </message>
    <message>
        <source>highest: %1, rank %2</source>
        <translation>最高：%1，rank %2</translation>
    </message>
    <message>
        <source>Utilization</source>
        <translation>利用率</translation>
    </message>
    <message>
        <source>Utilization of the devices over steps</source>
        <translation>各步的设备利用率</translation>
    </message>
    <message>
        <source>No device reports its utilization: only GPUs do.</source>
        <translation>没有设备报告利用率：只有 GPU 统计它。</translation>
    </message>
</context>
<context>
    <name>gui::Document</name>
    <message>
        <source>unnamed strategy</source>
        <translation>未命名策略</translation>
    </message>
</context>
<context>
    <name>gui::FileCommands</name>
    <message>
        <source>Open a strategy</source>
        <translation>打开策略</translation>
    </message>
    <message>
        <source>The file was not opened; what was open still is.</source>
        <translation>文件未打开；原来的内容保持不变。</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>另有 %1 条</translation>
    </message>
    <message>
        <source>Save the strategy</source>
        <translation>保存策略</translation>
    </message>
    <message>
        <source>Unsaved changes</source>
        <translation>未保存的修改</translation>
    </message>
    <message>
        <source>%1 has changes that are in no file.</source>
        <translation>%1 有尚未保存到文件的修改。</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>放弃</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>none yet</source>
        <translation>暂无</translation>
    </message>
    <message>
        <source>Strategies (*.yaml *.yml *.json);;All files (*)</source>
        <translation>策略 (*.yaml *.yml *.json);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Comments</source>
        <translation>注释</translation>
    </message>
    <message>
        <source>Save without them</source>
        <translation>不保留注释并保存</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>另存为…</translation>
    </message>
    <message>
        <source>%1 is written in a style whose comments cannot be kept. Saved under another name, this file stays as it is.</source>
        <translation>%1 的写法使其注释无法保留。另存为其他文件，则此文件保持不变。</translation>
    </message>
</context>
<context>
    <name>gui::HelpDialog</name>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>按键</translation>
    </message>
    <message>
        <source>What they do</source>
        <translation>作用</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>窗口</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>About Bubblescope</source>
        <translation>关于 Bubblescope</translation>
    </message>
    <message>
        <source>Bubblescope designs, simulates, launches and watches pipeline-parallel training.

The source is under the Apache License 2.0. This program is linked with Qt Charts, so the program as a whole falls under the GNU General Public License 3.</source>
        <translation>Bubblescope 用于设计、模拟、启动和观察流水线并行训练。

源代码采用 Apache License 2.0。本程序链接了 Qt Charts，因此程序整体适用 GNU 通用公共许可证第 3 版。</translation>
    </message>
</context>
<context>
    <name>gui::LedgerModel</name>
    <message>
        <source>%1 ns of %2 ns</source>
        <translation>%1 ns / 共 %2 ns</translation>
    </message>
    <message>
        <source>sum = makespan</source>
        <translation>合计 = 总时长</translation>
    </message>
    <message>
        <source>all ranks</source>
        <translation>所有 rank</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>rank %1</translation>
    </message>
    <message>
        <source>%1
predicted</source>
        <translation>%1
预测</translation>
    </message>
    <message>
        <source>%1
measured</source>
        <translation>%1
实测</translation>
    </message>
</context>
<context>
    <name>gui::LedgerPanel</name>
    <message>
        <source>The strategy has no costs, so no time is predicted</source>
        <translation>策略没有开销数据，因此不预测时间</translation>
    </message>
    <message>
        <source>predicted</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>closed form</source>
        <translation>解析式</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>difference</source>
        <translation>差异</translation>
    </message>
    <message>
        <source>makespan</source>
        <translation>总时长</translation>
    </message>
    <message>
        <source>bubble fraction</source>
        <translation>气泡占比</translation>
    </message>
    <message>
        <source>bubble overhead</source>
        <translation>气泡开销</translation>
    </message>
    <message>
        <source>peak in flight</source>
        <translation>峰值在途数</translation>
    </message>
    <message>
        <source>idle / (ranks × makespan)</source>
        <translation>空闲 /（rank 数 × 总时长）</translation>
    </message>
    <message>
        <source>idle / busy</source>
        <translation>空闲 / 忙碌</translation>
    </message>
    <message>
        <source>most (microbatch, stage) pairs a rank holds</source>
        <translation>一个 rank 同时持有的（微批次，阶段）对的最大数目</translation>
    </message>
    <message>
        <source>what the papers say, for equal stages and free transfers</source>
        <translation>论文给出的结果：各阶段相等且传输不计时</translation>
    </message>
    <message>
        <source>Step in numbers</source>
        <translation>训练步的数字</translation>
    </message>
    <message>
        <source>Ledger: where the time of every rank goes</source>
        <translation>时间账目：每个 rank 的时间去向</translation>
    </message>
    <message>
        <source>Unit of the ledger</source>
        <translation>账目单位</translation>
    </message>
    <message>
        <source>none known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>%1 points</source>
        <translation>%1 个百分点</translation>
    </message>
    <message>
        <source>Ledger in ms and %</source>
        <translation>账目：毫秒与百分比</translation>
    </message>
    <message>
        <source>Ledger in ms</source>
        <translation>账目：毫秒</translation>
    </message>
    <message>
        <source>Ledger in %</source>
        <translation>账目：百分比</translation>
    </message>
</context>
<context>
    <name>gui::MainWindow</name>
    <message>
        <source>Take the costs from this run</source>
        <translation>采用此运行的开销</translation>
    </message>
    <message>
        <source>Strategy</source>
        <translation>策略</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Step times</source>
        <translation>各步时间</translation>
    </message>
    <message>
        <source>Ledger</source>
        <translation>时间账目</translation>
    </message>
    <message>
        <source>Open &amp;recent</source>
        <translation>最近打开(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Panels</source>
        <translation>面板(&amp;P)</translation>
    </message>
    <message>
        <source>opened %1</source>
        <translation>已打开 %1</translation>
    </message>
    <message>
        <source>saved %1</source>
        <translation>已保存 %1</translation>
    </message>
    <message>
        <source>Save a picture of the window</source>
        <translation>保存窗口图片</translation>
    </message>
    <message>
        <source>Pictures (*.png)</source>
        <translation>图片 (*.png)</translation>
    </message>
    <message>
        <source>%1 cannot be written; choose another place</source>
        <translation>无法写入 %1；请换一个位置</translation>
    </message>
    <message>
        <source>Follow</source>
        <translation>跟随</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>训练步</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>页面</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>吞吐</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>There is no change to take back</source>
        <translation>没有可撤销的修改</translation>
    </message>
    <message>
        <source>No change was taken back</source>
        <translation>没有已撤销的修改</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>设备</translation>
    </message>
</context>
<context>
    <name>gui::MemoryChart</name>
    <message>
        <source>No memory to show: it is worked out for a strategy with a model. The editor adds one.</source>
        <translation>没有可显示的显存：只有带模型的策略才能算出。可在编辑器中添加模型。</translation>
    </message>
    <message>
        <source>Memory of each pipeline rank</source>
        <translation>每个流水线 rank 的显存</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>gradients</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>activations</source>
        <translation>激活</translation>
    </message>
    <message>
        <source>other</source>
        <translation>其他</translation>
    </message>
    <message>
        <source>GiB</source>
        <translation>GiB</translation>
    </message>
    <message>
        <source>pipeline rank</source>
        <translation>流水线 rank</translation>
    </message>
    <message>
        <source>pipeline ranks, the fullest of every few</source>
        <translation>流水线 rank，每若干个中占用最多的一个</translation>
    </message>
    <message>
        <source>limit %1</source>
        <translation>上限 %1</translation>
    </message>
    <message>
        <source>rank %1: %2 of %3</source>
        <translation>rank %1：%2 / %3</translation>
    </message>
    <message>
        <source>other is buffers %1, what the allocator cannot use %2, the device&apos;s software %3</source>
        <translation>其他包括：缓冲区 %1，分配器无法使用 %2，设备软件 %3</translation>
    </message>
    <message>
        <source>the most while %1 runs, with %2 in flight</source>
        <translation>峰值出现在 %1 运行时，在途 %2 个</translation>
    </message>
    <message>
        <source>measured, in use</source>
        <translation>实测已用</translation>
    </message>
    <message>
        <source>measured: at most %1 in use on its device, by all processes</source>
        <translation>实测：设备上所有进程最多共用 %1</translation>
    </message>
</context>
<context>
    <name>gui::NumberTable</name>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Paste</source>
        <translation>粘贴</translation>
    </message>
    <message>
        <source>Fill down</source>
        <translation>向下填充</translation>
    </message>
    <message>
        <source>select the rows to fill; they take the values of the first</source>
        <translation>请先选择要填充的行；各行取第一行的值</translation>
    </message>
</context>
<context>
    <name>gui::NumberTableModel</name>
    <message>
        <source>must be a number from %1 to %2, not %3</source>
        <translation>须为 %1 到 %2 的数，不能是 %3</translation>
    </message>
    <message>
        <source>there is nothing to paste</source>
        <translation>没有可粘贴的内容</translation>
    </message>
    <message>
        <source>%1 rows do not fit: from %2 on there are %3</source>
        <translation>%1 行放不下：从%2起只有 %3 行</translation>
    </message>
    <message>
        <source>%1 columns do not fit: from %2 on there are %3</source>
        <translation>%1 列放不下：从“%2”起只有 %3 列</translation>
    </message>
    <message>
        <source>must be a number from %1 to %2; the cell is empty</source>
        <translation>须为 %1 到 %2 的数；此单元格为空</translation>
    </message>
</context>
<context>
    <name>gui::Picture</name>
    <message>
        <source>%1 cannot be written; choose another place</source>
        <translation>无法写入 %1；请换一个位置</translation>
    </message>
    <message>
        <source>the picture was not complete after %1 s; %2 shows what there was</source>
        <translation>%1 秒后图仍不完整；%2 中是当时的内容</translation>
    </message>
</context>
<context>
    <name>gui::RankFactorsSection</name>
    <message>
        <source>Ranks</source>
        <translation>各 rank</translation>
    </message>
    <message>
        <source>Times take × </source>
        <translation>耗时倍数 ×</translation>
    </message>
    <message>
        <source>1.2: everything computed there takes 1.2 times as long</source>
        <translation>1.2：该 rank 上的一切计算耗时为 1.2 倍</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>rank %1</translation>
    </message>
    <message>
        <source>Factors of the ranks</source>
        <translation>各 rank 的倍数</translation>
    </message>
    <message>
        <source>Some ranks are slower or faster</source>
        <translation>部分 rank 更慢或更快</translation>
    </message>
    <message>
        <source>whether ranks differ</source>
        <translation>rank 是否有快慢</translation>
    </message>
    <message>
        <source>the number of rank factors</source>
        <translation>rank 倍数的个数</translation>
    </message>
    <message>
        <source>the rank factors</source>
        <translation>rank 倍数</translation>
    </message>
    <message>
        <source>Make it %1 ranks</source>
        <translation>改为 %1 个 rank</translation>
    </message>
</context>
<context>
    <name>gui::ResultTable</name>
    <message>
        <source>step</source>
        <translation>步时间</translation>
    </message>
    <message>
        <source>tokens/s</source>
        <translation>词元/秒</translation>
    </message>
    <message>
        <source>MFU</source>
        <translation>MFU</translation>
    </message>
    <message>
        <source>bubble</source>
        <translation>气泡</translation>
    </message>
    <message>
        <source>peak memory</source>
        <translation>峰值显存</translation>
    </message>
</context>
<context>
    <name>gui::RunCalibration</name>
    <message>
        <source>No run is shown</source>
        <translation>没有显示任何运行</translation>
    </message>
    <message>
        <source>The run is emulated: its op times are those of the strategy it runs</source>
        <translation>运行是仿真的：其 op 时间就是它所执行策略的时间</translation>
    </message>
    <message>
        <source>The strategy has a problem; solve that first</source>
        <translation>策略有问题；请先解决</translation>
    </message>
    <message>
        <source>The run is of another shape than the strategy</source>
        <translation>运行与策略的形状不同</translation>
    </message>
    <message>
        <source>Fewer than %1 whole steps have been seen</source>
        <translation>看到的完整步少于 %1 个</translation>
    </message>
    <message>
        <source>The order that the run follows is not known here</source>
        <translation>这里不知道运行所遵循的次序</translation>
    </message>
    <message>
        <source>The fitted costs fit no strategy: %1</source>
        <translation>拟合出的开销不适合任何策略：%1</translation>
    </message>
    <message>
        <source>take the costs of the run</source>
        <translation>采用运行的开销</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>; left out: %1 in which somebody slowed rank %2</source>
        <translation>；未计入：有人减慢 rank %2 期间的 %1 步</translation>
    </message>
    <message>
        <source>; left out: %1 under another schedule</source>
        <translation>；未计入：其他调度下的 %1 步</translation>
    </message>
    <message>
        <source>Somebody slowed a rank of this run, and fewer than %1 whole steps without that have been seen: they would not be the machine&apos;s times</source>
        <translation>有人减慢了此运行的一个 rank，且未受影响的完整步少于 %1 步：那不是机器本身的时间</translation>
    </message>
    <message>
        <source>Costs taken from %1 steps: predicted %2, measured %3 (%4); steps not fitted to: %5%6</source>
        <translation>开销取自 %1 步：预测 %2，实测 %3（%4）；未参与拟合的步：%5%6</translation>
    </message>
</context>
<context>
    <name>gui::RunCharts</name>
    <message>
        <source>Step time over steps</source>
        <translation>各训练步的时间</translation>
    </message>
    <message>
        <source>ms</source>
        <translation>毫秒</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>predicted</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>Loss over steps</source>
        <translation>各训练步的损失</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>left out: not a number</source>
        <translation>已跳过：不是数</translation>
    </message>
    <message>
        <source>No loss: an emulated run computes none. Launch a strategy with a model on the CPU to train it.</source>
        <translation>没有损失：仿真运行不计算损失。要训练，请在 CPU 上启动带有模型的策略。</translation>
    </message>
    <message>
        <source>Tokens per second over steps</source>
        <translation>各训练步的每秒词元数</translation>
    </message>
    <message>
        <source>tokens/s</source>
        <translation>词元/秒</translation>
    </message>
    <message>
        <source>No tokens: only a run that trains counts them.</source>
        <translation>没有词元：只有真正训练的运行才计数。</translation>
    </message>
    <message>
        <source>norm of the gradient: %1</source>
        <translation>梯度范数：%1</translation>
    </message>
    <message>
        <source>learning rate: %1</source>
        <translation>学习率：%1</translation>
    </message>
</context>
<context>
    <name>gui::RunCommands</name>
    <message>
        <source>Launch a second run</source>
        <translation>启动第二个运行</translation>
    </message>
    <message>
        <source>%1 goes on. A second run would share this machine with it, and the window would show that one.</source>
        <translation>%1 仍在进行。第二个运行会与它共用这台机器，窗口将显示新的运行。</translation>
    </message>
    <message>
        <source>Launch beside it</source>
        <translation>同时启动</translation>
    </message>
    <message>
        <source>Stop the run</source>
        <translation>停止运行</translation>
    </message>
    <message>
        <source>Stop every process of %1? Steps since its last checkpoint are lost. &quot;Stop after this step&quot; (Ctrl+F5) lets the step under way end.</source>
        <translation>停止 %1 的所有进程？自上一个检查点以来的各步会丢失。“本步之后停止”（Ctrl+F5）会让进行中的一步先完成。</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Show a recording</source>
        <translation>显示一份记录</translation>
    </message>
    <message>
        <source>Recordings (*.bslog);;All files (*)</source>
        <translation>记录 (*.bslog);;所有文件 (*)</translation>
    </message>
</context>
<context>
    <name>gui::RunControl</name>
    <message>
        <source>asked; a run answers between two steps…</source>
        <translation>已请求；运行在两步之间作答…</translation>
    </message>
    <message>
        <source>no answer within 11 minutes; the run may still do it</source>
        <translation>11 分钟内没有应答；运行之后仍可能照办</translation>
    </message>
    <message>
        <source>done</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>No run that goes on is shown</source>
        <translation>没有显示正在进行的运行</translation>
    </message>
    <message>
        <source>bubblescope-run was not found</source>
        <translation>找不到 bubblescope-run</translation>
    </message>
    <message>
        <source>The run has not answered the last request yet</source>
        <translation>运行尚未答复上一个请求</translation>
    </message>
    <message>
        <source>A run on this device (%1) can only be stopped; this needs a run on: %2</source>
        <translation>此设备（%1）上的运行只能停止；此操作需要在以下设备上的运行：%2</translation>
    </message>
</context>
<context>
    <name>gui::RunController</name>
    <message>
        <source>bubblescope-run is neither beside this program nor on the PATH; build or install it there</source>
        <translation>在本程序旁和 PATH 中都找不到 bubblescope-run；请构建或安装它</translation>
    </message>
    <message>
        <source>launching…</source>
        <translation>正在启动…</translation>
    </message>
    <message>
        <source>bubblescope-run answered in a way this program does not know; update both together</source>
        <translation>bubblescope-run 的应答无法识别；请同时更新两个程序</translation>
    </message>
    <message>
        <source>stopping %1…</source>
        <translation>正在停止 %1…</translation>
    </message>
    <message>
        <source>showing the recording of %1</source>
        <translation>正在显示 %1 的记录</translation>
    </message>
    <message>
        <source>showing %1</source>
        <translation>正在显示 %1</translation>
    </message>
    <message>
        <source>showing the recording %1</source>
        <translation>正在显示记录 %1</translation>
    </message>
    <message>
        <source>the list of runs cannot be read</source>
        <translation>无法读取运行列表</translation>
    </message>
    <message>
        <source>bubblescope-run is neither beside this program nor on the PATH</source>
        <translation>在本程序旁和 PATH 中都找不到 bubblescope-run</translation>
    </message>
    <message>
        <source>%1 names no run, or more than one; see bubblescope-run list</source>
        <translation>%1 不对应任何运行，或对应多个；请看 bubblescope-run list</translation>
    </message>
    <message>
        <source>%1 is no recording: there is no file %2</source>
        <translation>%1 不是记录：没有文件 %2</translation>
    </message>
    <message>
        <source>The strategy has a problem; the editor says which</source>
        <translation>策略有问题；编辑器中有说明</translation>
    </message>
    <message>
        <source>The strategy is being worked out</source>
        <translation>正在计算该策略</translation>
    </message>
    <message>
        <source>The run was not launched. %1.</source>
        <translation>运行未启动。%1。</translation>
    </message>
    <message>
        <source>%1 was stopped</source>
        <translation>%1 已停止</translation>
    </message>
    <message>
        <source>%1 was not stopped: bubblescope-run has not answered the last command yet. Stop it again.</source>
        <translation>%1 未停止：bubblescope-run 尚未答复上一条命令。请再次停止。</translation>
    </message>
</context>
<context>
    <name>gui::RunControls</name>
    <message>
        <source>Stop after step</source>
        <translation>本步后停止</translation>
    </message>
    <message>
        <source>Checkpoint</source>
        <translation>检查点</translation>
    </message>
    <message>
        <source>Slow…</source>
        <translation>减慢…</translation>
    </message>
    <message>
        <source>Swap…</source>
        <translation>更换…</translation>
    </message>
    <message>
        <source>Answer of the run</source>
        <translation>运行的答复</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>The order that the run follows is not known</source>
        <translation>运行所遵循的顺序未知</translation>
    </message>
</context>
<context>
    <name>gui::RunPanel</name>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Step shown</source>
        <translation>所显示的训练步</translation>
    </message>
    <message>
        <source>Steps to launch</source>
        <translation>要启动的训练步数</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>训练步数</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Lateness</source>
        <translation>延迟</translation>
    </message>
    <message>
        <source>Lost</source>
        <translation>丢失</translation>
    </message>
    <message>
        <source>What the ranks said</source>
        <translation>各 rank 的消息</translation>
    </message>
    <message>
        <source>What the ranks say stands here.</source>
        <translation>各 rank 的消息显示在这里。</translation>
    </message>
    <message>
        <source>Draw: automatic</source>
        <translation>绘制：自动</translation>
    </message>
    <message>
        <source>Draw: newest complete step</source>
        <translation>绘制：最新完成的步</translation>
    </message>
    <message>
        <source>Draw: step filling in</source>
        <translation>绘制：进行中的步</translation>
    </message>
    <message>
        <source>Which step is drawn</source>
        <translation>绘制哪一步</translation>
    </message>
    <message>
        <source>Automatic draws a step as it fills in when steps take 0.4 s or longer</source>
        <translation>自动：每步不短于 0.4 秒时，边进行边绘制</translation>
    </message>
    <message>
        <source>Step to look at</source>
        <translation>要查看的训练步</translation>
    </message>
    <message>
        <source>Hold an older step; follow the run again with its action</source>
        <translation>停在较早的一步；用“跟随运行”继续</translation>
    </message>
    <message>
        <source>bubblescope-run was not found</source>
        <translation>找不到 bubblescope-run</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>waiting for bubblescope-run</source>
        <translation>正在等待 bubblescope-run</translation>
    </message>
    <message>
        <source>connecting</source>
        <translation>正在连接</translation>
    </message>
    <message>
        <source>nothing is shown</source>
        <translation>未显示任何运行</translation>
    </message>
    <message>
        <source>step –</source>
        <translation>第 – 步</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>The run failed: %1</source>
        <translation>运行失败：%1</translation>
    </message>
    <message>
        <source>rank %1: %2</source>
        <translation>rank %1：%2</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>What Launch starts, exactly</source>
        <translation>“启动”所执行的确切命令</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>结论</translation>
    </message>
    <message>
        <source>Device to launch on</source>
        <translation>启动所用的设备</translation>
    </message>
    <message>
        <source>The strategy has no model to train; add a section &apos;model&apos; to its file</source>
        <translation>策略中没有可训练的模型；请在其文件中加入 model 一节</translation>
    </message>
    <message>
        <source>bubblescope-run has not answered yet</source>
        <translation>bubblescope-run 尚未答复</translation>
    </message>
    <message>
        <source>No run is shown</source>
        <translation>没有显示任何运行</translation>
    </message>
    <message>
        <source>A recording is shown: there is nothing to stop</source>
        <translation>显示的是录制：没有可停止的运行</translation>
    </message>
    <message>
        <source>The run has ended</source>
        <translation>运行已结束</translation>
    </message>
    <message>
        <source>The name of the run is not known</source>
        <translation>运行的名称未知</translation>
    </message>
    <message>
        <source>No step has been seen whole yet</source>
        <translation>还没有看到完整的一步</translation>
    </message>
</context>
<context>
    <name>gui::ScheduleChooser</name>
    <message>
        <source>Schedule</source>
        <translation>调度</translation>
    </message>
    <message>
        <source>not in the catalogue</source>
        <translation>不在目录中</translation>
    </message>
    <message>
        <source>Custom, from a file</source>
        <translation>自定义，来自文件</translation>
    </message>
    <message>
        <source>Needs: %1</source>
        <translation>条件：%1</translation>
    </message>
    <message>
        <source>The ops in the order the file gives them</source>
        <translation>按文件给出的顺序执行操作</translation>
    </message>
    <message>
        <source>Step: %1</source>
        <translation>一步：%1</translation>
    </message>
    <message>
        <source>Peak in flight on rank r: %1</source>
        <translation>rank r 的峰值在途数：%1</translation>
    </message>
    <message>
        <source>Weights: %1 × the model</source>
        <translation>权重：模型的 %1 倍</translation>
    </message>
    <message>
        <source>Source: %1</source>
        <translation>出处：%1</translation>
    </message>
</context>
<context>
    <name>gui::SearchDialog</name>
    <message>
        <source>Search for a faster strategy</source>
        <translation>搜索更快的策略</translation>
    </message>
    <message>
        <source>State of the search</source>
        <translation>搜索状态</translation>
    </message>
    <message>
        <source>Looks at every cut of the model over the cluster&apos;s devices, and at the schedules, for the fastest that fit. A row opens with Enter or a double click.</source>
        <translation>考察模型在集群设备上的每种切分和各种调度，找出放得下的最快策略。按回车或双击可打开一行。</translation>
    </message>
    <message>
        <source>strategy</source>
        <translation>策略</translation>
    </message>
    <message>
        <source>Strategies found</source>
        <translation>找到的策略</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>The strategy needs a model, and no problems</source>
        <translation>策略需要有模型且没有问题</translation>
    </message>
    <message>
        <source>%1 looked at, %2 simulated; the best so far takes %3</source>
        <translation>已考察 %1 种，模拟 %2 种；目前最快的一步 %3</translation>
    </message>
    <message>
        <source>%1 looked at</source>
        <translation>已考察 %1 种</translation>
    </message>
    <message>
        <source>%1 looked at, %2 simulated; a row opens with Enter or a double click</source>
        <translation>已考察 %1 种，模拟 %2 种；按回车或双击可打开一行</translation>
    </message>
    <message>
        <source>%1 looked at, and none fits; the leanest needs %2</source>
        <translation>已考察 %1 种，都放不下；最省的需要 %2</translation>
    </message>
    <message>
        <source>%1 looked at, and none fits</source>
        <translation>已考察 %1 种，都放不下</translation>
    </message>
    <message>
        <source>front</source>
        <translation>前沿</translation>
    </message>
    <message>
        <source>Nothing else found has less time, memory and devices</source>
        <translation>没有其他结果在时间、显存和设备数上都更少</translation>
    </message>
    <message>
        <source>%1 looked at, and none is fast enough</source>
        <translation>查看了 %1 个，没有一个足够快</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
</context>
<context>
    <name>gui::SearchOptions</name>
    <message>
        <source>Tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>Pipeline</source>
        <translation>流水线</translation>
    </message>
    <message>
        <source>Expert</source>
        <translation>专家</translation>
    </message>
    <message>
        <source>Samples per microbatch</source>
        <translation>每微批次样本数</translation>
    </message>
    <message>
        <source>ZeRO</source>
        <translation>ZeRO</translation>
    </message>
    <message>
        <source>Sequence parallel</source>
        <translation>序列并行</translation>
    </message>
    <message>
        <source>Recompute</source>
        <translation>重计算</translation>
    </message>
    <message>
        <source>Schedule and chunks</source>
        <translation>调度与模型块</translation>
    </message>
    <message>
        <source>Layer division</source>
        <translation>层的划分</translation>
    </message>
    <message>
        <source>Numbers of devices to look at, with commas between</source>
        <translation>要查看的设备数，以逗号分隔</translation>
    </message>
    <message>
        <source>any</source>
        <translation>不限</translation>
    </message>
    <message>
        <source>Strategies that are slower are left out</source>
        <translation>更慢的策略会被略去</translation>
    </message>
    <message>
        <source>What may change</source>
        <translation>可以改变什么</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>设备数</translation>
    </message>
    <message>
        <source>Tokens/s, at least</source>
        <translation>词元/秒不低于</translation>
    </message>
    <message>
        <source>Devices are whole numbers with commas between, as 256, 512; not &apos;%1&apos;.</source>
        <translation>设备数是以逗号分隔的整数，如 256, 512；不能是“%1”。</translation>
    </message>
</context>
<context>
    <name>gui::ShortCommand</name>
    <message>
        <source>%1 could not be started; build or install it beside this program</source>
        <translation>无法启动 %1；请把它构建或安装在本程序旁</translation>
    </message>
    <message>
        <source>%1 did not answer in time; see its log</source>
        <translation>%1 未及时应答；请看它的日志</translation>
    </message>
    <message>
        <source>%1 ended with exit code %2</source>
        <translation>%1 以退出码 %2 结束</translation>
    </message>
</context>
<context>
    <name>gui::SlowDialog</name>
    <message>
        <source>Slow a rank</source>
        <translation>减慢一个 rank</translation>
    </message>
    <message>
        <source>From the next step on, every op of the rank takes that many times as long.</source>
        <translation>从下一步起，该 rank 的每个操作都按此倍数变慢。</translation>
    </message>
    <message>
        <source>Rank to slow</source>
        <translation>要减慢的 rank</translation>
    </message>
    <message>
        <source>How many times as long</source>
        <translation>耗时的倍数</translation>
    </message>
    <message>
        <source>Slow it</source>
        <translation>减慢</translation>
    </message>
    <message>
        <source>As fast as it can</source>
        <translation>恢复全速</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>rank</translation>
    </message>
    <message>
        <source>Factor</source>
        <translation>倍数</translation>
    </message>
</context>
<context>
    <name>gui::StageCostsSection</name>
    <message>
        <source>Stages, µs</source>
        <translation>各阶段，µs</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>Time of one stage&apos;s forward</source>
        <translation>一个阶段的前向时间</translation>
    </message>
    <message>
        <source>Input gradient</source>
        <translation>输入梯度</translation>
    </message>
    <message>
        <source>Time of one stage&apos;s input gradient</source>
        <translation>一个阶段的输入梯度时间</translation>
    </message>
    <message>
        <source>Weight gradient</source>
        <translation>权重梯度</translation>
    </message>
    <message>
        <source>Time of one stage&apos;s weight gradient</source>
        <translation>一个阶段的权重梯度时间</translation>
    </message>
    <message>
        <source>Recompute</source>
        <translation>重计算</translation>
    </message>
    <message>
        <source>Time of the forward computed again before the backward</source>
        <translation>反向之前重新计算前向的时间</translation>
    </message>
    <message>
        <source>stage %1</source>
        <translation>阶段 %1</translation>
    </message>
    <message>
        <source>Costs of the stages</source>
        <translation>各阶段的开销</translation>
    </message>
    <message>
        <source>the same for every stage</source>
        <translation>所有阶段相同</translation>
    </message>
    <message>
        <source>each stage its own</source>
        <translation>每个阶段各不相同</translation>
    </message>
    <message>
        <source>Stages</source>
        <translation>各阶段</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy the cells selected, or all (Ctrl+C)</source>
        <translation>复制选中的单元格，或全部（Ctrl+C）</translation>
    </message>
    <message>
        <source>Paste</source>
        <translation>粘贴</translation>
    </message>
    <message>
        <source>Paste numbers from the selected cell on (Ctrl+V)</source>
        <translation>从选中的单元格起粘贴数字（Ctrl+V）</translation>
    </message>
    <message>
        <source>Fill down</source>
        <translation>向下填充</translation>
    </message>
    <message>
        <source>The first row selected into those under it (Ctrl+D)</source>
        <translation>把选中的第一行填入其下各行（Ctrl+D）</translation>
    </message>
    <message>
        <source>the stages with their own costs</source>
        <translation>各阶段是否各有开销</translation>
    </message>
    <message>
        <source>the number of stages with costs</source>
        <translation>有开销的阶段数</translation>
    </message>
    <message>
        <source>the costs of the stages</source>
        <translation>各阶段的开销</translation>
    </message>
    <message>
        <source>Make it %1 stages</source>
        <translation>改为 %1 个阶段</translation>
    </message>
</context>
<context>
    <name>gui::StatusWords</name>
    <message>
        <source>Status</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>图</translation>
    </message>
    <message>
        <source>%1: ranks %2, chunks %3, microbatches %4, ops %5</source>
        <translation>%1：rank %2，模型块 %3，微批次 %4，操作 %5</translation>
    </message>
</context>
<context>
    <name>gui::StepChart</name>
    <message>
        <source>step %1</source>
        <translation>第 %1 步</translation>
    </message>
</context>
<context>
    <name>gui::StepEndSection</name>
    <message>
        <source>End of the step, and pairs</source>
        <translation>步末与融合对</translation>
    </message>
    <message>
        <source>Gradient reduction</source>
        <translation>梯度归约</translation>
    </message>
    <message>
        <source>On every rank after its last op, as far as it is not hidden</source>
        <translation>每个 rank 末个操作之后未被隐藏的部分</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>On every rank, after the gradient reduction</source>
        <translation>每个 rank 上，梯度归约之后</translation>
    </message>
    <message>
        <source>Pair overlap</source>
        <translation>融合对重叠</translation>
    </message>
    <message>
        <source>Share of the shorter op of a fused pair that hides behind the longer one</source>
        <translation>融合对中较短操作被较长操作隐藏的比例</translation>
    </message>
</context>
<context>
    <name>gui::SwapDialog</name>
    <message>
        <source>Looking for schedules that fit …</source>
        <translation>正在查找适用的调度…</translation>
    </message>
    <message>
        <source>Swap the schedule</source>
        <translation>更换调度</translation>
    </message>
    <message>
        <source>Schedules to go over to</source>
        <translation>可换用的调度</translation>
    </message>
    <message>
        <source>Swap</source>
        <translation>更换</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>No other schedule keeps every stage on its rank and cuts the step alike.</source>
        <translation>没有其他调度能让每个阶段留在原 rank 上并以相同方式切分训练步。</translation>
    </message>
    <message>
        <source>These keep every stage on its rank. The run goes over between two steps.</source>
        <translation>这些调度让每个阶段留在原 rank 上。运行在两步之间切换。</translation>
    </message>
    <message>
        <source>%1 – runs now</source>
        <translation>%1 – 当前运行</translation>
    </message>
    <message>
        <source>predicting …</source>
        <translation>正在预测…</translation>
    </message>
    <message>
        <source>bubble %1</source>
        <translation>气泡 %1</translation>
    </message>
    <message>
        <source>nothing is predicted of it</source>
        <translation>对它没有预测</translation>
    </message>
    <message>
        <source>Choose another schedule than the one that runs</source>
        <translation>请选择与当前运行不同的调度</translation>
    </message>
    <message>
        <source>step %1, bubble %2</source>
        <translation>一步 %1，气泡 %2</translation>
    </message>
    <message>
        <source>step %1 (%2), bubble %3</source>
        <translation>一步 %1（%2），气泡 %3</translation>
    </message>
</context>
<context>
    <name>gui::SweepChart</name>
    <message>
        <source>no such strategy</source>
        <translation>没有这样的策略</translation>
    </message>
    <message>
        <source>%1, does not fit</source>
        <translation>%1，放不下</translation>
    </message>
</context>
<context>
    <name>gui::SweepDialog</name>
    <message>
        <source>No curve yet: choose a field and sweep.</source>
        <translation>还没有曲线：请选择字段并扫描。</translation>
    </message>
    <message>
        <source>And the memory beside it.</source>
        <translation>旁边是显存。</translation>
    </message>
    <message>
        <source>Sweep a field</source>
        <translation>扫描一个字段</translation>
    </message>
    <message>
        <source>State of the sweep</source>
        <translation>扫描的状态</translation>
    </message>
    <message>
        <source>Works out the strategy for each of the values. A row opens with Enter or a double click.</source>
        <translation>对每个取值计算策略。按回车或双击可打开一行。</translation>
    </message>
    <message>
        <source>bubble, %</source>
        <translation>气泡，%</translation>
    </message>
    <message>
        <source>step time, s</source>
        <translation>步时间，s</translation>
    </message>
    <message>
        <source>tokens/s</source>
        <translation>词元/秒</translation>
    </message>
    <message>
        <source>MFU, %</source>
        <translation>MFU，%</translation>
    </message>
    <message>
        <source>What the curve shows</source>
        <translation>曲线显示什么</translation>
    </message>
    <message>
        <source>Strategies of the sweep</source>
        <translation>扫描得到的策略</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Values: %1</source>
        <translation>取值：%1</translation>
    </message>
    <message>
        <source>Vary</source>
        <translation>改变</translation>
    </message>
    <message>
        <source>And vary</source>
        <translation>再改变</translation>
    </message>
    <message>
        <source>over</source>
        <translation>取值</translation>
    </message>
    <message>
        <source>peak memory of the fullest device, GiB</source>
        <translation>最满设备的峰值显存，GiB</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Sweep</source>
        <translation>扫描</translation>
    </message>
    <message>
        <source>The strategy needs a model, and no problems</source>
        <translation>策略需要有模型且没有问题</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>%1 strategies, %2 of them possible; a row opens with Enter or a double click.</source>
        <translation>%1 个策略，其中 %2 个可行；按回车或双击可打开一行。</translation>
    </message>
    <message>
        <source>The charts show the first %1 curves.</source>
        <translation>图中显示前 %1 条曲线。</translation>
    </message>
    <message>
        <source>fits</source>
        <translation>放得下</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>GiB</source>
        <translation>GiB</translation>
    </message>
    <message>
        <source>limit %1</source>
        <translation>上限 %1</translation>
    </message>
</context>
<context>
    <name>gui::Timeline</name>
    <message>
        <source>ranks took turns: virtual time</source>
        <translation>各 rank 轮流执行：虚拟时间</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>rank %1</translation>
    </message>
    <message>
        <source>emulated, 1 s stands for %1</source>
        <translation>仿真，1 秒代表 %1</translation>
    </message>
    <message>
        <source>emulated</source>
        <translation>仿真</translation>
    </message>
    <message>
        <source>live</source>
        <translation>实时</translation>
    </message>
    <message>
        <source>makespan %1</source>
        <translation>总时长 %1</translation>
    </message>
    <message>
        <source>F forward</source>
        <translation>F 前向</translation>
    </message>
    <message>
        <source>B backward</source>
        <translation>B 反向</translation>
    </message>
    <message>
        <source>I input gradient</source>
        <translation>I 输入梯度</translation>
    </message>
    <message>
        <source>W weight gradient</source>
        <translation>W 权重梯度</translation>
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
        <source>bubble</source>
        <translation>气泡</translation>
    </message>
    <message>
        <source>no data</source>
        <translation>无数据</translation>
    </message>
    <message>
        <source>reduction</source>
        <translation>归约</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>critical path</source>
        <translation>关键路径</translation>
    </message>
    <message>
        <source>exchange inside an op</source>
        <translation>操作内的通信</translation>
    </message>
    <message>
        <source>reduction beside the ops</source>
        <translation>与操作并行的归约</translation>
    </message>
    <message>
        <source>computed again</source>
        <translation>重计算</translation>
    </message>
    <message>
        <source>second run, compared</source>
        <translation>第二次计算（比对）</translation>
    </message>
    <message>
        <source>memory:</source>
        <translation>内存：</translation>
    </message>
    <message>
        <source>in use on the device, by all processes</source>
        <translation>设备已用（所有进程）</translation>
    </message>
    <message>
        <source>memory of the device</source>
        <translation>设备总显存</translation>
    </message>
    <message>
        <source>kernels</source>
        <translation>内核</translation>
    </message>
    <message>
        <source>predicted at most</source>
        <translation>预测的最大值</translation>
    </message>
</context>
<context>
    <name>gui::TimelineArea</name>
    <message>
        <source>What went wrong</source>
        <translation>出错信息</translation>
    </message>
    <message>
        <source>The strategy has no costs, so nothing says how long its ops take on this device.
&quot;Take the costs from this run&quot; makes them, and with them a prediction.</source>
        <translation>策略没有开销数据，无从得知其操作在此设备上要多久。
“采用此运行的开销”可得到开销，并由此得到预测。</translation>
    </message>
    <message>
        <source>State of the picture</source>
        <translation>图的状态</translation>
    </message>
    <message>
        <source>Measured against predicted</source>
        <translation>实测与预测对比</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>Open a strategy (Ctrl+O), or change the one in the editor, to see its timeline.</source>
        <translation>打开一个策略（Ctrl+O），或在编辑器中修改，即可看到时间线。</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>知道了</translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>Measured, step %1</source>
        <translation>实测，第 %1 步</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>Waiting for the first step of the run.</source>
        <translation>正在等待运行的第一步。</translation>
    </message>
    <message>
        <source>The picture is of the last valid strategy. %1</source>
        <translation>图中是上一个有效的策略。%1</translation>
    </message>
    <message>
        <source>The run is of another strategy than the one in the editor, which the track Predicted shows.</source>
        <translation>此运行的策略与编辑器中的不同；“预测”轨道显示的是编辑器中的策略。</translation>
    </message>
    <message>
        <source>Open the run&apos;s strategy</source>
        <translation>打开运行的策略</translation>
    </message>
    <message>
        <source>Measured, step %1, cut short</source>
        <translation>实测，第 %1 步，中途停止</translation>
    </message>
    <message>
        <source>Searching for the best order …</source>
        <translation>正在搜索最佳顺序…</translation>
    </message>
    <message>
        <source>Working out the picture …</source>
        <translation>正在计算图形…</translation>
    </message>
    <message>
        <source>Unsaved changes</source>
        <translation>未保存的修改</translation>
    </message>
    <message>
        <source>Predicted from %1</source>
        <translation>预测，依据：%1</translation>
    </message>
    <message>
        <source>The run follows another order of ops than the track Predicted, whose order is searched for its costs.</source>
        <translation>运行的操作顺序与“预测”轨道不同，后者的顺序是按其开销搜索得到的。</translation>
    </message>
    <message>
        <source>Predicted, %1, from %2</source>
        <translation>预测（%1），依据：%2</translation>
    </message>
</context>
<context>
    <name>gui::TimelineCanvas</name>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
</context>
<context>
    <name>gui::TimelinePanel</name>
    <message>
        <source>Timeline panel</source>
        <translation>时间线面板</translation>
    </message>
    <message>
        <source>Ranks in sight</source>
        <translation>可见的 rank</translation>
    </message>
    <message>
        <source>Nothing to show yet</source>
        <translation>还没有可显示的内容</translation>
    </message>
</context>
<context>
    <name>gui::TimelineStory</name>
    <message>
        <source>Ranks took turns: virtual time</source>
        <translation>各 rank 轮流执行：虚拟时间</translation>
    </message>
    <message>
        <source>What ops take is measured: of all ranks one worked at a time, its clock ran, and those of the others stood.</source>
        <translation>计算耗时为实测：同一时刻只有一个 rank 在执行，它的时钟走动，其余 rank 的时钟停住。</translation>
    </message>
    <message>
        <source>What messages and collectives take is predicted, as for the plan beside it.</source>
        <translation>消息与集合通信的耗时为预测值，与旁边计划所用的相同。</translation>
    </message>
    <message>
        <source>The rank was idle for %1 before it</source>
        <translation>该 rank 在此之前空闲 %1</translation>
    </message>
    <message>
        <source>Waited %1 for the %2 from rank %3</source>
        <translation>等待 %1：来自 rank %3 的%2</translation>
    </message>
    <message>
        <source>, of it %1 in transfer</source>
        <translation>，其中传输 %1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source> (here %1%2 %)</source>
        <translation>（此处 %1%2%）</translation>
    </message>
    <message>
        <source>forward of microbatch %1 on stage %2</source>
        <translation>阶段 %2 上微批次 %1 的前向</translation>
    </message>
    <message>
        <source>backward of microbatch %1 on stage %2</source>
        <translation>阶段 %2 上微批次 %1 的反向</translation>
    </message>
    <message>
        <source>input gradient of microbatch %1 on stage %2</source>
        <translation>阶段 %2 上微批次 %1 的输入梯度</translation>
    </message>
    <message>
        <source>weight gradient of microbatch %1 on stage %2</source>
        <translation>阶段 %2 上微批次 %1 的权重梯度</translation>
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
        <source>rank %1</source>
        <translation>rank %1</translation>
    </message>
    <message>
        <source>, chunk %1</source>
        <translation>，模型块 %1</translation>
    </message>
    <message>
        <source>%1: %2, from %3 to %4</source>
        <translation>%1：%2，从 %3 到 %4</translation>
    </message>
    <message>
        <source>From %1 to %2</source>
        <translation>从 %1 到 %2</translation>
    </message>
    <message>
        <source>No data on rank %1 for %2</source>
        <translation>rank %1 上有 %2 无数据</translation>
    </message>
    <message>
        <source>Telemetry of this time was lost</source>
        <translation>这段时间的遥测数据已丢失</translation>
    </message>
    <message>
        <source>Bubble of %1 on rank %2, %3</source>
        <translation>rank %2 上 %1 的气泡，%3</translation>
    </message>
    <message>
        <source>Waiting for the %1 from rank %2</source>
        <translation>等待来自 rank %2 的%1</translation>
    </message>
    <message>
        <source>Done; waiting for the step to end</source>
        <translation>已完成；等待训练步结束</translation>
    </message>
    <message>
        <source>%1 of it in transfer</source>
        <translation>其中传输 %1</translation>
    </message>
    <message>
        <source>%1 of it unexplained</source>
        <translation>其中 %1 未解释</translation>
    </message>
    <message>
        <source>Back through %1 ops to the %2 on rank %3, at the start of the step</source>
        <translation>回溯 %1 个操作，直到 rank %3 上的%2，位于一步的开头</translation>
    </message>
    <message>
        <source>Back through %1 ops to the %2 on rank %3, before which data is lost</source>
        <translation>回溯 %1 个操作，直到 rank %3 上的%2，其之前的数据已丢失</translation>
    </message>
    <message>
        <source>Runs as one with the %1</source>
        <translation>与%1融合执行</translation>
    </message>
    <message>
        <source>Gradient reduction on rank %1: %2</source>
        <translation>rank %1 上的梯度归约：%2</translation>
    </message>
    <message>
        <source>Optimizer on rank %1: %2</source>
        <translation>rank %1 上的优化器：%2</translation>
    </message>
    <message>
        <source>other ranks</source>
        <translation>其他 rank</translation>
    </message>
    <message>
        <source>tp (tensor)</source>
        <translation>tp（张量）</translation>
    </message>
    <message>
        <source>cp (context)</source>
        <translation>cp（上下文）</translation>
    </message>
    <message>
        <source>ep (experts)</source>
        <translation>ep（专家）</translation>
    </message>
    <message>
        <source>dp (data)</source>
        <translation>dp（数据）</translation>
    </message>
    <message>
        <source>the copies of a stage</source>
        <translation>同一阶段的副本</translation>
    </message>
    <message>
        <source>of which %1 waiting for %2</source>
        <translation>其中等待 %2：%1</translation>
    </message>
    <message>
        <source>of which %1 computing again what was not kept</source>
        <translation>其中重新计算未保留的部分：%1</translation>
    </message>
    <message>
        <source>Gradients of stage %1 reduced on rank %2: %3</source>
        <translation>阶段 %1 的梯度在 rank %2 上归约：%3</translation>
    </message>
    <message>
        <source>Among %1, while the rank computes; the step does not wait for it here</source>
        <translation>在 %1 之间，与该 rank 的计算同时进行；步在此不等待它</translation>
    </message>
    <message>
        <source>Second run of the %1 (rank %2): %3</source>
        <translation>第二次计算%1（rank %2）：%3</translation>
    </message>
    <message>
        <source>In a bubble, to compare its bits with the first run; the step does not take longer for it</source>
        <translation>在气泡中进行，与第一次逐位比对；训练步不会因此变长</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>gradients</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>optimizer state</source>
        <translation>优化器状态</translation>
    </message>
    <message>
        <source>activations</source>
        <translation>激活</translation>
    </message>
    <message>
        <source>buffers</source>
        <translation>缓冲区</translation>
    </message>
    <message>
        <source>No data on the memory of rank %1</source>
        <translation>没有 rank %1 的内存数据</translation>
    </message>
    <message>
        <source>Memory of rank %1 at %2: %3</source>
        <translation>rank %1 在 %2 的内存：%3</translation>
    </message>
    <message>
        <source>At most in this step: %1</source>
        <translation>本步最多：%1</translation>
    </message>
    <message>
        <source>%1: %2, at most %3</source>
        <translation>%1：%2，最多 %3</translation>
    </message>
    <message>
        <source>Device: %1 in use, by all processes together</source>
        <translation>设备：所有进程共用 %1</translation>
    </message>
    <message>
        <source>Device: %1 of %2 in use, by all processes together</source>
        <translation>设备：所有进程共用 %1，共 %2</translation>
    </message>
    <message>
        <source>second run of the %1</source>
        <translation>第二次计算%1</translation>
    </message>
    <message>
        <source>reduction of the gradients</source>
        <translation>梯度归约</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>rank, beside its ops</source>
        <translation>rank 在操作之外的工作</translation>
    </message>
    <message>
        <source>%1, from %2 to %3</source>
        <translation>%1，从 %2 到 %3</translation>
    </message>
    <message>
        <source>Queued by the %1, stream %2</source>
        <translation>排入者：%1，流 %2</translation>
    </message>
    <message>
        <source>compute</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>exchange</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>copies</source>
        <translation>拷贝</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>另有 %1 条</translation>
    </message>
    <message>
        <source>No data on the kernels of rank %1 in this step</source>
        <translation>本步没有 rank %1 的内核数据</translation>
    </message>
    <message>
        <source>Rank %1 runs no kernel here at %2 (%3)</source>
        <translation>rank %1 在 %2 时此处没有运行内核（%3）</translation>
    </message>
    <message>
        <source>%1 records of kernels are missing in this step</source>
        <translation>本步缺少 %1 条内核记录</translation>
    </message>
    <message>
        <source>of which %1 without a kernel (launch gaps)</source>
        <translation>其中 %1 没有内核运行（启动空隙）</translation>
    </message>
    <message>
        <source>Predicted at most: %1, with what its device needs besides</source>
        <translation>预测最多：%1，包括设备另需的部分</translation>
    </message>
    <message>
        <source>Predicted at most: %1</source>
        <translation>预测最多：%1</translation>
    </message>
</context>
<context>
    <name>gui::TransferCostsSection</name>
    <message>
        <source>Transfers between ranks</source>
        <translation>rank 之间的传输</translation>
    </message>
    <message>
        <source>Time, µs</source>
        <translation>时间，µs</translation>
    </message>
    <message>
        <source>From the stage to the next, either way</source>
        <translation>该阶段与下一阶段之间，双向相同</translation>
    </message>
    <message>
        <source>after stage %1</source>
        <translation>阶段 %1 之后</translation>
    </message>
    <message>
        <source>Time of each hop</source>
        <translation>每一跳的时间</translation>
    </message>
    <message>
        <source>Time of a hop</source>
        <translation>一跳的时间</translation>
    </message>
    <message>
        <source>Time a tensor takes from one rank to the next</source>
        <translation>张量从一个 rank 到下一个的时间</translation>
    </message>
    <message>
        <source>a time</source>
        <translation>一个时间</translation>
    </message>
    <message>
        <source>latency + bytes / bandwidth</source>
        <translation>延迟 + 字节数 / 带宽</translation>
    </message>
    <message>
        <source>each hop its own</source>
        <translation>每一跳各不相同</translation>
    </message>
    <message>
        <source>How a hop is given</source>
        <translation>一跳的给定方式</translation>
    </message>
    <message>
        <source>the hops</source>
        <translation>各跳</translation>
    </message>
    <message>
        <source>Latency</source>
        <translation>延迟</translation>
    </message>
    <message>
        <source>Activation</source>
        <translation>激活</translation>
    </message>
    <message>
        <source>Bandwidth</source>
        <translation>带宽</translation>
    </message>
    <message>
        <source>A hop takes</source>
        <translation>一跳耗时</translation>
    </message>
    <message>
        <source>the link</source>
        <translation>链路</translation>
    </message>
    <message>
        <source>how a hop is given</source>
        <translation>一跳的给定方式</translation>
    </message>
</context>
<context>
    <name>gui::VerdictStrip</name>
    <message>
        <source>Verdict</source>
        <translation>结论</translation>
    </message>
    <message>
        <source>Warnings</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>Warnings: %1</source>
        <translation>警告：%1</translation>
    </message>
</context>
</TS>
