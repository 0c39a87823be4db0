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
        <source>&amp;Open…</source>
        <translation>打开(&amp;O)…</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>保存(&amp;S)</translation>
    </message>
    <message>
        <source>Save the strategy to its file</source>
        <translation>把策略保存到其文件</translation>
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
        <source>Save what the window shows as a PNG file</source>
        <translation>把窗口内容存为 PNG 文件</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>Close the window; launched runs keep running</source>
        <translation>关闭窗口；已启动的运行会继续</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <source>Undo the last change</source>
        <translation>撤销上一次修改</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>重做(&amp;R)</translation>
    </message>
    <message>
        <source>Redo the change that was undone</source>
        <translation>重做被撤销的修改</translation>
    </message>
    <message>
        <source>Follow the desktop&apos;s light or dark setting</source>
        <translation>与桌面一致的浅色或深色</translation>
    </message>
    <message>
        <source>Dark text on a light background</source>
        <translation>浅色背景，深色文字</translation>
    </message>
    <message>
        <source>Light text on a dark background</source>
        <translation>深色背景，浅色文字</translation>
    </message>
    <message>
        <source>Zoom the timeline out to the whole step</source>
        <translation>缩小时间线以显示整个训练步</translation>
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
        <source>Stop showing the run; it keeps running</source>
        <translation>不再显示此运行；它会自行继续</translation>
    </message>
    <message>
        <source>Show the newest complete step, and go on with the next</source>
        <translation>显示最新完成的训练步，并随之更新</translation>
    </message>
    <message>
        <source>Show the step before this one</source>
        <translation>显示前一个训练步</translation>
    </message>
    <message>
        <source>Show the step after this one</source>
        <translation>显示后一个训练步</translation>
    </message>
    <message>
        <source>&amp;About Bubblescope</source>
        <translation>关于 Bubblescope(&amp;A)</translation>
    </message>
    <message>
        <source>Version, purpose and licence</source>
        <translation>本程序的用途与许可证</translation>
    </message>
    <message>
        <source>&amp;Critical path</source>
        <translation>关键路径(&amp;C)</translation>
    </message>
    <message>
        <source>Show the chain of ops that sets the length of the step</source>
        <translation>显示决定这一步时长的操作链</translation>
    </message>
    <message>
        <source>&amp;Memory under the ranks</source>
        <translation>各 rank 下方的显存(&amp;M)</translation>
    </message>
    <message>
        <source>Show what each rank&apos;s memory held, under its row</source>
        <translation>在每个 rank 的行下显示其显存占用</translation>
    </message>
    <message>
        <source>Pa&amp;use or resume</source>
        <translation>暂停或继续(&amp;U)</translation>
    </message>
    <message>
        <source>Pause the run after its step, or resume it</source>
        <translation>让运行在本步之后暂停，或继续</translation>
    </message>
    <message>
        <source>Stop a&amp;fter this step</source>
        <translation>本步之后停止(&amp;F)</translation>
    </message>
    <message>
        <source>Let the current step end, then end the run</source>
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
        <source>Slow one rank down, or return it to full speed</source>
        <translation>减慢一个 rank，或恢复全速</translation>
    </message>
    <message>
        <source>Switch to another schedule between two steps</source>
        <translation>在两步之间换用另一种调度</translation>
    </message>
    <message>
        <source>Find the parallel layout and schedule that train the model fastest</source>
        <translation>找出训练此模型最快的切分与调度</translation>
    </message>
    <message>
        <source>Evaluate the strategy over the values of one or two fields</source>
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
    <message>
        <source>Not available in this tab</source>
        <translation>当前标签页不支持此操作</translation>
    </message>
    <message>
        <source>&amp;New tab</source>
        <translation>新建标签页(&amp;N)</translation>
    </message>
    <message>
        <source>Start from a preset, a recent file or a run</source>
        <translation>选择从哪里开始：预设、最近文件或运行</translation>
    </message>
    <message>
        <source>Open a strategy, a configuration of another framework, a recording or a trace</source>
        <translation>打开策略、其他框架的配置、记录或跟踪文件</translation>
    </message>
    <message>
        <source>Write the strategy as another framework&apos;s configuration, and see what it cannot express</source>
        <translation>把策略写成其他框架的配置，并查看哪些内容无法表达</translation>
    </message>
    <message>
        <source>&amp;Make a strategy from the trace</source>
        <translation>由跟踪生成策略(&amp;M)</translation>
    </message>
    <message>
        <source>Open a tab with the trace&apos;s pipeline and the costs of its iteration</source>
        <translation>在新标签页中打开跟踪的流水线及其迭代的开销</translation>
    </message>
    <message>
        <source>Reopen &amp;tabs at start</source>
        <translation>启动时恢复标签页(&amp;T)</translation>
    </message>
    <message>
        <source>Start with what was open when the window was closed</source>
        <translation>从上次关闭窗口时打开的内容开始</translation>
    </message>
    <message>
        <source>&amp;Close the tab</source>
        <translation>关闭标签页(&amp;C)</translation>
    </message>
    <message>
        <source>Close the current tab; a launched run keeps running</source>
        <translation>关闭当前标签页；已启动的运行会继续</translation>
    </message>
    <message>
        <source>Searc&amp;h for a faster strategy</source>
        <translation>搜索更快的策略(&amp;H)</translation>
    </message>
    <message>
        <source>S&amp;weep a field</source>
        <translation>扫描字段(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Design</source>
        <translation>设计(&amp;D)</translation>
    </message>
    <message>
        <source>Edit the strategy and see what it leads to</source>
        <translation>编辑策略，并对照其结果</translation>
    </message>
    <message>
        <source>Launch, watch and control a run</source>
        <translation>启动、观察和控制运行</translation>
    </message>
    <message>
        <source>&amp;Learn</source>
        <translation>学习(&amp;L)</translation>
    </message>
    <message>
        <source>Read how schedules work</source>
        <translation>了解各种调度如何工作</translation>
    </message>
    <message>
        <source>&amp;Panel at the left</source>
        <translation>左侧面板(&amp;P)</translation>
    </message>
    <message>
        <source>Show or hide the panel beside the rail</source>
        <translation>显示或隐藏侧栏旁的面板</translation>
    </message>
    <message>
        <source>&amp;Inspector</source>
        <translation>检查器(&amp;I)</translation>
    </message>
    <message>
        <source>Show or hide the details of the selection</source>
        <translation>显示或隐藏所选内容的详情</translation>
    </message>
    <message>
        <source>Show or hide tables and charts</source>
        <translation>显示或隐藏表格与图表</translation>
    </message>
    <message>
        <source>Pre&amp;sent</source>
        <translation>演示(&amp;S)</translation>
    </message>
    <message>
        <source>Fill the screen with the timeline, in large type</source>
        <translation>以大字号全屏显示时间线</translation>
    </message>
    <message>
        <source>&amp;Outlines of the prediction</source>
        <translation>预测轮廓(&amp;O)</translation>
    </message>
    <message>
        <source>Outline the predicted ops over those of the run</source>
        <translation>在运行的操作上叠加预测的轮廓</translation>
    </message>
    <message>
        <source>&amp;Arrows of the selected op</source>
        <translation>所选操作的箭头(&amp;A)</translation>
    </message>
    <message>
        <source>Show where the selected op gets its input, and where its output goes</source>
        <translation>显示所选操作的输入来自何处、输出去往何处</translation>
    </message>
    <message>
        <source>Find ops and bubbles, and go from one to the next</source>
        <translation>查找操作和气泡，并逐个跳转</translation>
    </message>
    <message>
        <source>Go to the next tab</source>
        <translation>切换到下一个标签页</translation>
    </message>
    <message>
        <source>Pre&amp;vious tab</source>
        <translation>上一个标签页(&amp;V)</translation>
    </message>
    <message>
        <source>Go to the previous tab</source>
        <translation>切换到上一个标签页</translation>
    </message>
    <message>
        <source>&amp;Larger</source>
        <translation>放大(&amp;L)</translation>
    </message>
    <message>
        <source>Make everything in the window larger</source>
        <translation>放大窗口中的所有内容</translation>
    </message>
    <message>
        <source>&amp;Smaller</source>
        <translation>缩小(&amp;S)</translation>
    </message>
    <message>
        <source>Make everything in the window smaller</source>
        <translation>缩小窗口中的所有内容</translation>
    </message>
    <message>
        <source>&amp;Normal size</source>
        <translation>默认大小(&amp;N)</translation>
    </message>
    <message>
        <source>Return to the normal size</source>
        <translation>恢复到默认大小</translation>
    </message>
    <message>
        <source>White text on black, and strong lines</source>
        <translation>黑底白字，线条加粗</translation>
    </message>
    <message>
        <source>Use the window in English</source>
        <translation>界面使用英文</translation>
    </message>
    <message>
        <source>Use the window in Chinese</source>
        <translation>界面使用简体中文</translation>
    </message>
    <message>
        <source>Find a &amp;command…</source>
        <translation>查找命令(&amp;C)…</translation>
    </message>
    <message>
        <source>Find a command by name and run it</source>
        <translation>按名称查找并执行命令</translation>
    </message>
    <message>
        <source>&amp;Figure…</source>
        <translation>插图(&amp;F)…</translation>
    </message>
    <message>
        <source>Draw the current view for a paper or a slide</source>
        <translation>把当前内容绘制成论文或幻灯片的插图</translation>
    </message>
    <message>
        <source>&amp;Table…</source>
        <translation>表格(&amp;T)…</translation>
    </message>
    <message>
        <source>Copy or save numbers as CSV, Markdown, LaTeX or text</source>
        <translation>把数字复制或保存为 CSV、Markdown、LaTeX 或文本</translation>
    </message>
    <message>
        <source>&amp;Report…</source>
        <translation>报告(&amp;R)…</translation>
    </message>
    <message>
        <source>Save the current view as one HTML file with a zoomable timeline, for any browser</source>
        <translation>把当前内容存为单个 HTML 文件，可用任意浏览器打开，时间线可缩放</translation>
    </message>
    <message>
        <source>&amp;Chrome trace…</source>
        <translation>Chrome 跟踪(&amp;C)…</translation>
    </message>
    <message>
        <source>Save the steps for Perfetto and other viewers of traces</source>
        <translation>保存各步，供 Perfetto 等跟踪查看器使用</translation>
    </message>
    <message>
        <source>To &amp;another framework…</source>
        <translation>到其他框架(&amp;A)…</translation>
    </message>
    <message>
        <source>&amp;Picture of the window…</source>
        <translation>窗口图片(&amp;P)…</translation>
    </message>
    <message>
        <source>Edit the sche&amp;dule by hand</source>
        <translation>手动编辑调度(&amp;D)</translation>
    </message>
    <message>
        <source>Drag ops of the prediction along their ranks</source>
        <translation>沿 rank 拖动预测的操作</translation>
    </message>
    <message>
        <source>Open a schedule (&amp;CSV)…</source>
        <translation>打开调度（CSV）(&amp;C)…</translation>
    </message>
    <message>
        <source>Take the order of the ops from PyTorch&apos;s schedule CSV</source>
        <translation>采用 PyTorch 调度 CSV 中的操作顺序</translation>
    </message>
    <message>
        <source>Save the schedule as CS&amp;V…</source>
        <translation>把调度存为 CSV(&amp;V)…</translation>
    </message>
    <message>
        <source>Write the order of the ops as PyTorch&apos;s schedule CSV</source>
        <translation>把操作顺序写成 PyTorch 的调度 CSV</translation>
    </message>
    <message>
        <source>Find runs and recordings, open and compare them</source>
        <translation>查找、打开和对比运行与记录</translation>
    </message>
    <message>
        <source>Show the timeline, and move the keyboard focus to it</source>
        <translation>显示时间线，并把键盘焦点移到其中</translation>
    </message>
    <message>
        <source>Devices &amp;by node</source>
        <translation>按节点显示设备(&amp;B)</translation>
    </message>
    <message>
        <source>Show which device does what, node by node, and its groups</source>
        <translation>逐节点显示各设备的工作及其所属的组</translation>
    </message>
    <message>
        <source>Show the devices as a rotatable grid of pipeline × tensor × data ranks</source>
        <translation>以可旋转的网格显示设备：流水线 × 张量 × 数据 rank</translation>
    </message>
    <message>
        <source>Show which weights and optimizer states a device holds, and the communication they need</source>
        <translation>显示设备持有哪些权重与优化器状态，以及所需的通信</translation>
    </message>
    <message>
        <source>La&amp;yers on devices</source>
        <translation>设备上的层(&amp;Y)</translation>
    </message>
    <message>
        <source>Show which device holds which layers, and divide them again</source>
        <translation>显示各设备持有哪些层，并重新划分</translation>
    </message>
    <message>
        <source>Colours of ops that can be told apart with any kind of colour vision</source>
        <translation>各类色觉都能区分的操作配色</translation>
    </message>
    <message>
        <source>Forwards blue and backwards green, as in Megatron&apos;s figures</source>
        <translation>前向蓝色、反向绿色，同 Megatron 的插图</translation>
    </message>
    <message>
        <source>F blue, B cyan and W pale, as in the Zero-Bubble figures</source>
        <translation>F 蓝色、B 青色、W 浅色，同零气泡论文的插图</translation>
    </message>
    <message>
        <source>Forwards orange and backwards green, as in DualPipe&apos;s figures</source>
        <translation>前向橙色、反向绿色，同 DualPipe 的插图</translation>
    </message>
    <message>
        <source>S&amp;tart a run…</source>
        <translation>启动运行(&amp;T)…</translation>
    </message>
    <message>
        <source>Choose how to run the strategy, and start it</source>
        <translation>选择策略的运行方式并启动</translation>
    </message>
    <message>
        <source>Ac&amp;knowledge the alarms</source>
        <translation>确认告警(&amp;K)</translation>
    </message>
    <message>
        <source>Mark every alarm of the run shown as seen</source>
        <translation>表示已看到所示运行的全部告警</translation>
    </message>
    <message>
        <source>Alar&amp;m rules…</source>
        <translation>告警规则(&amp;M)…</translation>
    </message>
    <message>
        <source>Choose which alarms a run raises, and their thresholds</source>
        <translation>选择运行发出哪些告警及其阈值</translation>
    </message>
    <message>
        <source>Fin&amp;d runs…</source>
        <translation>查找运行(&amp;D)…</translation>
    </message>
    <message>
        <source>Look for a run or a recording on this machine</source>
        <translation>查找本机的运行或记录</translation>
    </message>
    <message>
        <source>Open a &amp;recording…</source>
        <translation>打开记录(&amp;R)…</translation>
    </message>
    <message>
        <source>Show a recording in a tab of its own</source>
        <translation>在新标签页中显示一份记录</translation>
    </message>
    <message>
        <source>&amp;Export</source>
        <translation>导出(&amp;E)</translation>
    </message>
    <message>
        <source>Si&amp;ze</source>
        <translation>大小(&amp;Z)</translation>
    </message>
    <message>
        <source>The&amp;me</source>
        <translation>主题(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Colours</source>
        <translation>配色(&amp;C)</translation>
    </message>
    <message>
        <source>In the &amp;timeline</source>
        <translation>时间线中(&amp;T)</translation>
    </message>
    <message>
        <source>Lang&amp;uage</source>
        <translation>语言(&amp;U)</translation>
    </message>
    <message>
        <source>Dra&amp;wer</source>
        <translation>底部面板(&amp;W)</translation>
    </message>
    <message>
        <source>S&amp;how the whole step</source>
        <translation>显示整个训练步(&amp;H)</translation>
    </message>
    <message>
        <source>Compar&amp;e</source>
        <translation>对比(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Find in the timeline…</source>
        <translation>在时间线中查找(&amp;F)…</translation>
    </message>
    <message>
        <source>&amp;Go to the timeline</source>
        <translation>转到时间线(&amp;G)</translation>
    </message>
    <message>
        <source>Devices &amp;as a grid</source>
        <translation>以网格显示设备(&amp;A)</translation>
    </message>
    <message>
        <source>Shards &amp;of a device</source>
        <translation>设备的分片(&amp;O)</translation>
    </message>
    <message>
        <source>As the &amp;system</source>
        <translation>跟随系统(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>浅色(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>深色(&amp;D)</translation>
    </message>
    <message>
        <source>High &amp;contrast</source>
        <translation>高对比度(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Bubblescope</source>
        <translation>Bubblescope(&amp;B)</translation>
    </message>
    <message>
        <source>Me&amp;gatron</source>
        <translation>Megatron(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Zero-Bubble</source>
        <translation>Zero-Bubble(&amp;Z)</translation>
    </message>
    <message>
        <source>D&amp;ualPipe</source>
        <translation>DualPipe(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;English</source>
        <translation>English(&amp;E)</translation>
    </message>
    <message>
        <source>简体中文(&amp;Z)</source>
        <translation>简体中文(&amp;Z)</translation>
    </message>
    <message>
        <source>Swa&amp;p the schedule…</source>
        <translation>更换调度(&amp;P)…</translation>
    </message>
    <message>
        <source>L&amp;eave the run</source>
        <translation>离开运行(&amp;E)</translation>
    </message>
    <message>
        <source>Follow the ru&amp;n</source>
        <translation>跟随运行(&amp;N)</translation>
    </message>
    <message>
        <source>Pre&amp;vious step</source>
        <translation>上一步(&amp;V)</translation>
    </message>
    <message>
        <source>Ne&amp;xt step</source>
        <translation>下一步(&amp;X)</translation>
    </message>
    <message>
        <source>Commands and &amp;keys</source>
        <translation>命令与快捷键(&amp;K)</translation>
    </message>
    <message>
        <source>List every command with its keys</source>
        <translation>列出所有命令及其快捷键</translation>
    </message>
    <message>
        <source>Show me aro&amp;und</source>
        <translation>功能导览(&amp;U)</translation>
    </message>
    <message>
        <source>Three hints on where things are</source>
        <translation>三条提示，说明各部分的位置</translation>
    </message>
    <message>
        <source>Ru&amp;ns</source>
        <translation>运行列表(&amp;N)</translation>
    </message>
    <message>
        <source>Ne&amp;xt tab</source>
        <translation>下一个标签页(&amp;X)</translation>
    </message>
    <message>
        <source>&amp;Fuse with the next op, or take apart</source>
        <translation>与下一操作融合或拆开(&amp;F)</translation>
    </message>
    <message>
        <source>Fuse the selected op with the next (a forward and a backward), or take the pair apart</source>
        <translation>将所选操作与下一操作（一个前向和一个反向）融合，或将其拆开</translation>
    </message>
    <message>
        <source>S&amp;plit the backward, or join its parts</source>
        <translation>拆分反向或合并其两部分(&amp;P)</translation>
    </message>
    <message>
        <source>Split the selected backward into input and weight gradient, or join the two</source>
        <translation>把所选反向拆成两部分：输入梯度与权重梯度；或重新合并</translation>
    </message>
    <message>
        <source>Fade &amp;kinds of op</source>
        <translation>淡化操作类别(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Forward</source>
        <translation>前向(&amp;F)</translation>
    </message>
    <message>
        <source>Fade the forwards, so that the rest stands out</source>
        <translation>淡化前向计算，使其余部分突出</translation>
    </message>
    <message>
        <source>&amp;Backward</source>
        <translation>反向(&amp;B)</translation>
    </message>
    <message>
        <source>Fade the backwards, so that the rest stands out</source>
        <translation>淡化反向计算，使其余部分突出</translation>
    </message>
    <message>
        <source>&amp;Input gradient</source>
        <translation>输入梯度(&amp;I)</translation>
    </message>
    <message>
        <source>Fade the input gradients, so that the rest stands out</source>
        <translation>淡化输入梯度，使其余部分突出</translation>
    </message>
    <message>
        <source>&amp;Weight gradient</source>
        <translation>权重梯度(&amp;W)</translation>
    </message>
    <message>
        <source>Fade the weight gradients, so that the rest stands out</source>
        <translation>淡化权重梯度，使其余部分突出</translation>
    </message>
    <message>
        <source>&amp;Optimizer</source>
        <translation>优化器(&amp;O)</translation>
    </message>
    <message>
        <source>Fade the optimizer, so that the rest stands out</source>
        <translation>淡化优化器，使其余部分突出</translation>
    </message>
    <message>
        <source>&amp;Second run</source>
        <translation>第二次计算(&amp;S)</translation>
    </message>
    <message>
        <source>Fade what ran a second time to be compared</source>
        <translation>淡化为比对而进行的第二次计算</translation>
    </message>
    <message>
        <source>Compare up to six strategies, schedules, runs and imports on one axis</source>
        <translation>在一个标签页中把最多六个策略、调度、运行和导入的跟踪放到同一时间轴上</translation>
    </message>
    <message>
        <source>&amp;Back to the previous range</source>
        <translation>回到先前的范围(&amp;B)</translation>
    </message>
    <message>
        <source>Show the part of the step that was in sight before</source>
        <translation>显示先前看到的那一段训练步</translation>
    </message>
    <message>
        <source>O&amp;n to the next range</source>
        <translation>转到之后的范围(&amp;N)</translation>
    </message>
    <message>
        <source>Show the part of the step that was visible before going back</source>
        <translation>显示后退之前看到的那一段训练步</translation>
    </message>
    <message>
        <source>&amp;All costs…</source>
        <translation>全部开销(&amp;A)…</translation>
    </message>
    <message>
        <source>Change the costs of each stage, rank and hop</source>
        <translation>修改每个阶段、rank 与每一跳的开销</translation>
    </message>
    <message>
        <source>&amp;Collective</source>
        <translation>集合通信(&amp;C)</translation>
    </message>
    <message>
        <source>Fade the collectives, so that the rest stands out</source>
        <translation>淡化集合通信，使其余部分突出</translation>
    </message>
    <message>
        <source>Go to a &amp;rank…</source>
        <translation>转到某个 rank(&amp;R)…</translation>
    </message>
    <message>
        <source>Show the row of one rank, in a run of thousands as well</source>
        <translation>显示某个 rank 的行，数千个 rank 时也可以</translation>
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
        <translation>交错式 1F1B，余数自成一轮</translation>
    </message>
    <message>
        <source>Interleaved 1F1B, remainder in the first round</source>
        <translation>交错式 1F1B，余数并入首轮</translation>
    </message>
    <message>
        <source>Interleaved zero bubble</source>
        <translation>交错式零气泡</translation>
    </message>
    <message>
        <source>Looped breadth-first</source>
        <translation>循环广度优先</translation>
    </message>
    <message>
        <source>V-Half (half the memory of 1F1B)</source>
        <translation>V-Half（1F1B 的一半显存）</translation>
    </message>
    <message>
        <source>V-Min (a third of the memory of 1F1B)</source>
        <translation>V-Min（1F1B 的三分之一显存）</translation>
    </message>
    <message>
        <source>ZB-Auto (searched for these costs and this memory)</source>
        <translation>ZB-Auto（按给定开销与显存搜索）</translation>
    </message>
    <message>
        <source>ZB-H1 (zero bubble, the memory of 1F1B)</source>
        <translation>ZB-H1（零气泡，显存同 1F1B）</translation>
    </message>
    <message>
        <source>ZB-H2 (zero bubble, twice the memory)</source>
        <translation>ZB-H2（零气泡，两倍显存）</translation>
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
        <translation>由搜索得出；不超过模型块数与显存相同的任何调度</translation>
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
        <translation>每次只有一个设备工作</translation>
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
    <message>
        <source>(m v+p-1)(F+B); m &lt; p: (p v+m-1)(F+B)</source>
        <translation>(m v+p-1)(F+B)；m &lt; p：(p v+m-1)(F+B)</translation>
    </message>
</context>
<context>
    <name>ChallengeWords</name>
    <message>
        <source>%1 ranks, %2 microbatches, at most %3 in flight on a rank</source>
        <translation>%1 个 rank，%2 个微批次，每个 rank 最多在途 %3 个</translation>
    </message>
    <message>
        <source>Beat %1; no order is shorter than %2</source>
        <translation>要短于 %1；任何顺序都不会短于 %2</translation>
    </message>
    <message>
        <source>F takes %1 and B %2, or I %3 and W %4; a transfer takes %5.</source>
        <translation>F 用时 %1，B 用时 %2，或拆成 I %3 与 W %4；一次传输用时 %5。</translation>
    </message>
    <message>
        <source>Step so far</source>
        <translation>目前单步时间</translation>
    </message>
    <message>
        <source>Most in flight</source>
        <translation>最大在途数</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Above the bound</source>
        <translation>高出下限</translation>
    </message>
    <message>
        <source>To the bound</source>
        <translation>距下限</translation>
    </message>
    <message>
        <source>Ops to lay</source>
        <translation>待排操作</translation>
    </message>
    <message>
        <source>Complete: %1, which no order can beat.</source>
        <translation>已排完：%1，没有更短的顺序。</translation>
    </message>
    <message>
        <source>Complete: %1, which beats %2. It is %3 above the bound.</source>
        <translation>已排完：%1，短于 %2，比下限高 %3。</translation>
    </message>
    <message>
        <source>Complete: %1, which does not beat %2. It is %3 above the bound.</source>
        <translation>已排完：%1，没有短于 %2，比下限高 %3。</translation>
    </message>
    <message>
        <source>Every op runs as in %1.</source>
        <translation>每个操作的时刻都与 %1 相同。</translation>
    </message>
    <message>
        <source>You built %1.</source>
        <translation>排出的就是 %1。</translation>
    </message>
</context>
<context>
    <name>Choice</name>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>all</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>learned</source>
        <translation>可学习</translation>
    </message>
    <message>
        <source>rotary</source>
        <translation>旋转</translation>
    </message>
    <message>
        <source>ring</source>
        <translation>环形</translation>
    </message>
    <message>
        <source>selective</source>
        <translation>选择性</translation>
    </message>
    <message>
        <source>ops</source>
        <translation>按运算</translation>
    </message>
    <message>
        <source>full</source>
        <translation>完全</translation>
    </message>
    <message>
        <source>uniform</source>
        <translation>均匀</translation>
    </message>
    <message>
        <source>block</source>
        <translation>分块</translation>
    </message>
    <message>
        <source>fused</source>
        <translation>融合</translation>
    </message>
    <message>
        <source>unfused</source>
        <translation>非融合</translation>
    </message>
    <message>
        <source>eager</source>
        <translation>逐个执行</translation>
    </message>
    <message>
        <source>plain</source>
        <translation>普通</translation>
    </message>
    <message>
        <source>compiled</source>
        <translation>编译</translation>
    </message>
    <message>
        <source>freed</source>
        <translation>释放</translation>
    </message>
    <message>
        <source>kept</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>compute</source>
        <translation>同计算</translation>
    </message>
    <message>
        <source>separate</source>
        <translation>单独</translation>
    </message>
    <message>
        <source>graph</source>
        <translation>计算图</translation>
    </message>
    <message>
        <source>tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>row</source>
        <translation>行</translation>
    </message>
    <message>
        <source>direct</source>
        <translation>直接</translation>
    </message>
    <message>
        <source>two-level</source>
        <translation>两级</translation>
    </message>
</context>
<context>
    <name>Cluster</name>
    <message>
        <source>Tensor group</source>
        <translation>张量并行组</translation>
    </message>
    <message>
        <source>Pipeline group</source>
        <translation>流水线并行组</translation>
    </message>
    <message>
        <source>Data group</source>
        <translation>数据并行组</translation>
    </message>
    <message>
        <source>Context group</source>
        <translation>上下文并行组</translation>
    </message>
    <message>
        <source>Expert group</source>
        <translation>专家并行组</translation>
    </message>
    <message>
        <source>%1 (every %2)</source>
        <translation>%1（每隔 %2）</translation>
    </message>
    <message>
        <source>stage %1</source>
        <translation>阶段 %1</translation>
    </message>
    <message>
        <source>stages %1</source>
        <translation>阶段 %1</translation>
    </message>
    <message>
        <source>device %1</source>
        <translation>设备 %1</translation>
    </message>
    <message>
        <source>node %1</source>
        <translation>节点 %1</translation>
    </message>
    <message>
        <source>pipeline rank %1</source>
        <translation>流水线 rank %1</translation>
    </message>
    <message>
        <source>tensor rank %1</source>
        <translation>张量 rank %1</translation>
    </message>
    <message>
        <source>context rank %1</source>
        <translation>上下文 rank %1</translation>
    </message>
    <message>
        <source>data rank %1</source>
        <translation>数据 rank %1</translation>
    </message>
    <message>
        <source>expert rank %1</source>
        <translation>专家 rank %1</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>%1, in one node</source>
        <translation>%1，在一个节点内</translation>
    </message>
    <message>
        <source>%1, over %2 nodes</source>
        <translation>%1，跨 %2 个节点</translation>
    </message>
    <message>
        <source>Activations come from device %1</source>
        <translation>激活来自设备 %1</translation>
    </message>
    <message>
        <source>Activations go to device %1</source>
        <translation>激活发往设备 %1</translation>
    </message>
    <message>
        <source>%1 GB/s</source>
        <translation>%1 GB/s</translation>
    </message>
    <message>
        <source>%1, measured %2</source>
        <translation>%1，实测 %2</translation>
    </message>
    <message>
        <source>measured %1</source>
        <translation>实测 %1</translation>
    </message>
    <message>
        <source>Links within a node</source>
        <translation>节点内链路</translation>
    </message>
    <message>
        <source>between nodes</source>
        <translation>节点间</translation>
    </message>
</context>
<context>
    <name>Compare</name>
    <message>
        <source>Length of the step</source>
        <translation>训练步的时长</translation>
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
        <source>Activations</source>
        <translation>激活</translation>
    </message>
    <message>
        <source>Transfers</source>
        <translation>传输次数</translation>
    </message>
    <message>
        <source>Messages between ranks in the whole step</source>
        <translation>整个训练步中 rank 之间的消息数</translation>
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
        <source>ranks × chunks × microbatches is more than %1, the most that the window draws; lower one of them</source>
        <translation>rank 数 × 模型块数 × 微批次数超过窗口可绘制的上限 %1；请减小其中之一</translation>
    </message>
    <message>
        <source>No step of the run has ended yet</source>
        <translation>该运行还没有完成任何一步</translation>
    </message>
    <message>
        <source>Not computed yet</source>
        <translation>尚未算出</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>单步时间</translation>
    </message>
    <message>
        <source>To the first</source>
        <translation>相对第一行</translation>
    </message>
    <message>
        <source>How much longer the step takes than the one on top</source>
        <translation>训练步比最上面一行长多少</translation>
    </message>
    <message>
        <source>Bubble</source>
        <translation>气泡</translation>
    </message>
    <message>
        <source>In flight</source>
        <translation>在途数</translation>
    </message>
    <message>
        <source>Most (microbatch, stage) pairs that a rank holds</source>
        <translation>一个 rank 同时持有的（微批次，阶段）对的最大数目</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>Peak of the rank or device that holds the most</source>
        <translation>占用最多的 rank 或设备的峰值</translation>
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
        <source>What is in flight in p-ths of the model, whatever the chunks: what to compare memory by</source>
        <translation>在途数，以模型的 1/p 为单位，与模型块数无关：可用于比较显存</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>依据</translation>
    </message>
    <message>
        <source>Fastest that fits</source>
        <translation>放得下的最快者</translation>
    </message>
    <message>
        <source>Fastest</source>
        <translation>最快</translation>
    </message>
    <message>
        <source>▼ %1 vs. the next</source>
        <translation>▼ 比次快者少 %1</translation>
    </message>
    <message>
        <source>Least time for a step</source>
        <translation>每步用时最少</translation>
    </message>
    <message>
        <source>Next: %1, %2</source>
        <translation>其次是 %1，%2</translation>
    </message>
    <message>
        <source>Memory, too little</source>
        <translation>显存（不足）</translation>
    </message>
    <message>
        <source>of %1 compared</source>
        <translation>共对比 %1 项</translation>
    </message>
    <message>
        <source>a mean rank&apos;s step</source>
        <translation>各 rank 平均的一步</translation>
    </message>
    <message>
        <source>The recording has no whole step, or is too long to be read here</source>
        <translation>记录中没有完整的一步，或过长而无法在此读取</translation>
    </message>
    <message>
        <source>Comparison</source>
        <translation>对比</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 到 %2</translation>
    </message>
    <message>
        <source>%1 and %2 are equally fast.</source>
        <translation>%1 与 %2 一样快。</translation>
    </message>
    <message>
        <source>%1 is %2 faster than %3.</source>
        <translation>%1 比 %3 快 %2。</translation>
    </message>
    <message>
        <source>Too few steps to tell whether that is chance.</source>
        <translation>步数太少，无法判断是否偶然。</translation>
    </message>
    <message>
        <source>That is more than their steps vary (middle halves: %1).</source>
        <translation>差异超出各步自身的波动（中间一半：%1）。</translation>
    </message>
    <message>
        <source>That is no more than their steps vary (middle halves: %1), so it may be chance.</source>
        <translation>差异没有超出各步自身的波动（中间一半：%1），可能是偶然。</translation>
    </message>
    <message>
        <source>That may be chance: with 95 % confidence it is between %1 slower and %2 faster.</source>
        <translation>可能是偶然：在 95% 的置信度下，介于慢 %1 与快 %2 之间。</translation>
    </message>
    <message>
        <source>That is more than chance: with 95 % confidence it is between %1 and %2.</source>
        <translation>差异并非偶然：在 95% 的置信度下，介于 %1 与 %2 之间。</translation>
    </message>
    <message>
        <source>That is less than 1 %, too little to matter: with 95 % confidence it is between %1 and %2.</source>
        <translation>差异不到 1%，意义不大：在 95% 的置信度下，介于 %1 与 %2 之间。</translation>
    </message>
    <message>
        <source>its work is not known</source>
        <translation>其计算内容未知</translation>
    </message>
    <message>
        <source>%1 samples, %2 layers of hidden size %3</source>
        <translation>%1 个样本，%2 层，隐藏维度 %3</translation>
    </message>
    <message>
        <source>%1 samples, each %2 of computing</source>
        <translation>%1 个样本，每个需计算 %2</translation>
    </message>
    <message>
        <source>%1; emulated, 1 s stands for %2</source>
        <translation>%1；仿真，1 秒代表 %2</translation>
    </message>
    <message>
        <source>▼ %1 per sample vs. the next</source>
        <translation>▼ 每个样本比次快者少 %1</translation>
    </message>
    <message>
        <source>none, not the same work</source>
        <translation>无，计算内容不同</translation>
    </message>
    <message>
        <source>none, maybe not the same work</source>
        <translation>无，计算内容未必相同</translation>
    </message>
    <message>
        <source>Least time for a sample, %1: the steps train different numbers of them</source>
        <translation>每个样本用时最短，为 %1：各步训练的样本数不同</translation>
    </message>
    <message>
        <source>measured, step %1</source>
        <translation>实测，第 %1 步</translation>
    </message>
    <message>
        <source>measured, the imported trace</source>
        <translation>实测，来自导入的跟踪</translation>
    </message>
    <message>
        <source>no faster than the next</source>
        <translation>与次快者一样快</translation>
    </message>
    <message>
        <source>measured, step %1, the median of the run</source>
        <translation>实测，第 %1 步（整个运行的中位步）</translation>
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
        <source>step %1: measured %2; bubble %3</source>
        <translation>第 %1 步：实测 %2；气泡占比 %3</translation>
    </message>
    <message>
        <source>; spans lost: %1, no data there</source>
        <translation>；丢失区间：%1，该处无数据</translation>
    </message>
    <message>
        <source>step %1: measured %2; bubble predicted %3, measured %4 (%5)</source>
        <translation>第 %1 步：实测 %2；气泡占比预测 %3，实测 %4（%5）</translation>
    </message>
    <message>
        <source>step %1: predicted %2, measured %3 (%4); bubble predicted %5, measured %6 (%7)</source>
        <translation>第 %1 步：预测 %2，实测 %3（%4）；气泡占比预测 %5，实测 %6（%7）</translation>
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
    <message>
        <source>waits for the host</source>
        <translation>等待主机</translation>
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
    <message>
        <source>CUDA</source>
        <translation>CUDA</translation>
    </message>
</context>
<context>
    <name>DeviceMetric</name>
    <message>
        <source>Pipeline rank</source>
        <translation>流水线 rank</translation>
    </message>
    <message>
        <source>Idle share</source>
        <translation>空闲占比</translation>
    </message>
    <message>
        <source>Busy time</source>
        <translation>忙碌时间</translation>
    </message>
    <message>
        <source>Exposed communication</source>
        <translation>未掩盖的通信</translation>
    </message>
    <message>
        <source>Peak memory</source>
        <translation>峰值显存</translation>
    </message>
    <message>
        <source>Measured idle share</source>
        <translation>实测空闲占比</translation>
    </message>
    <message>
        <source>Measured share of work</source>
        <translation>实测工作占比</translation>
    </message>
    <message>
        <source>Measured communication</source>
        <translation>实测通信</translation>
    </message>
    <message>
        <source>Measured memory in use</source>
        <translation>实测已用显存</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>节点</translation>
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
        <source>Key and value heads: fewer in grouped-query attention; by default, as many as heads</source>
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
        <source>Width inside the feed-forward block; by default, four times the hidden size</source>
        <translation>前馈层内部的宽度；默认为隐藏维度的四倍</translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation>词表大小</translation>
    </message>
    <message>
        <source>Number of tokens in the vocabulary</source>
        <translation>词表中的词元数</translation>
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
        <source>After the dense layers, one layer in this many has experts</source>
        <translation>稠密层之后，每隔这么多层有一层带专家</translation>
    </message>
    <message>
        <source>Head size</source>
        <translation>头维度</translation>
    </message>
    <message>
        <source>Width of one head; by default, the hidden size divided by the heads</source>
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
        <source>How token positions are encoded</source>
        <translation>词元位置的编码方式</translation>
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
        <source>Multi-token prediction layers after the model&apos;s own</source>
        <translation>模型之后的多词元预测层</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>张量并行</translation>
    </message>
    <message>
        <source>Devices that share the matrices of one layer (t)</source>
        <translation>共同分担一层矩阵的设备数（t）</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>上下文并行</translation>
    </message>
    <message>
        <source>Devices that share one sequence (c)</source>
        <translation>共同分担一个序列的设备数（c）</translation>
    </message>
    <message>
        <source>Expert</source>
        <translation>专家并行</translation>
    </message>
    <message>
        <source>Devices that share the experts (e)</source>
        <translation>共同分担专家的设备数（e）</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>数据并行</translation>
    </message>
    <message>
        <source>Replicas of the pipeline (d); by default, as many as the devices allow</source>
        <translation>流水线的副本数（d）；默认由设备数得出</translation>
    </message>
    <message>
        <source>ZeRO</source>
        <translation>ZeRO</translation>
    </message>
    <message>
        <source>What is sharded over the replicas: 1 optimizer states, 2 also gradients, 3 also weights</source>
        <translation>各副本分摊的内容：1 优化器状态，2 再加梯度，3 再加权重</translation>
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
        <source>Tensor ranks split the activations between matrix products along the sequence</source>
        <translation>张量并行的各 rank 沿序列维切分矩阵乘之间的激活</translation>
    </message>
    <message>
        <source>Recompute</source>
        <translation>重计算</translation>
    </message>
    <message>
        <source>What is recomputed in the backward instead of kept</source>
        <translation>反向中重计算而不保留的内容</translation>
    </message>
    <message>
        <source>Recompute method</source>
        <translation>重计算方式</translation>
    </message>
    <message>
        <source>uniform: groups of layers; block: the first layers of each stage</source>
        <translation>均匀：按层分组；分块：每个阶段的前若干层</translation>
    </message>
    <message>
        <source>Recompute layers</source>
        <translation>重计算层数</translation>
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
        <source>What is kept in host memory</source>
        <translation>放到主机内存中的内容</translation>
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
        <translation>专家张量并行</translation>
    </message>
    <message>
        <source>Devices that share the matrices of one expert</source>
        <translation>共同分担一个专家矩阵的设备数</translation>
    </message>
    <message>
        <source>as tensor</source>
        <translation>同张量并行</translation>
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
        <source>Which kind of parallelism gets neighbouring ranks first</source>
        <translation>哪种并行优先占用相邻的 rank</translation>
    </message>
    <message>
        <source>Overlap gradients</source>
        <translation>重叠梯度</translation>
    </message>
    <message>
        <source>Gradient reduction overlaps the last backwards</source>
        <translation>梯度归约与最后的反向同时进行</translation>
    </message>
    <message>
        <source>Overlap weights</source>
        <translation>重叠权重</translation>
    </message>
    <message>
        <source>Weight gathering overlaps forwards</source>
        <translation>权重收集与前向同时进行</translation>
    </message>
    <message>
        <source>Overlap tensor</source>
        <translation>重叠张量</translation>
    </message>
    <message>
        <source>Collectives within a layer overlap its matrix products</source>
        <translation>层内集合通信与矩阵乘同时进行</translation>
    </message>
    <message>
        <source>Light recompute</source>
        <translation>轻量重计算</translation>
    </message>
    <message>
        <source>Overlap experts</source>
        <translation>重叠专家</translation>
    </message>
    <message>
        <source>The experts&apos; all-to-all overlaps their matrix products</source>
        <translation>专家的 all-to-all 与其矩阵乘同时进行</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>Fusion</source>
        <translation>融合</translation>
    </message>
    <message>
        <source>Compute precision</source>
        <translation>计算精度</translation>
    </message>
    <message>
        <source>Type of the products</source>
        <translation>矩阵乘的数据类型</translation>
    </message>
    <message>
        <source>Gradient precision</source>
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
        <source>The optimizer, and the type of its states</source>
        <translation>优化器及其状态的数据类型</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>设备数</translation>
    </message>
    <message>
        <source>Devices of the whole job; by default, as many as the parallel sizes need</source>
        <translation>整个作业的设备数；默认按各并行大小所需</translation>
    </message>
    <message>
        <source>Devices per node</source>
        <translation>每节点设备数</translation>
    </message>
    <message>
        <source>Devices that share the fast links</source>
        <translation>共享高速链路的设备数</translation>
    </message>
    <message>
        <source>Nodes per switch</source>
        <translation>每交换机节点数</translation>
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
        <source>Max positions</source>
        <translation>最大位置数</translation>
    </message>
    <message>
        <source>Number of learned positions; by default, the tokens of a sample</source>
        <translation>学习的位置数；默认与一个样本的词元数相同</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>Copies of the logits in fp32: plain three, compiled two, fused none</source>
        <translation>fp32 logits 的份数：普通三份，编译两份，融合没有</translation>
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
        <source>Weight precision</source>
        <translation>权重精度</translation>
    </message>
    <message>
        <source>compute: the type of the products; fp32: the optimizer keeps no copy of its own</source>
        <translation>同计算：与矩阵乘同类型；fp32：优化器不另存副本</translation>
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
        <source>Efficiencies</source>
        <translation>实测效率</translation>
    </message>
    <message>
        <source>Shares of the peaks reached in measurements; by default, the device&apos;s own</source>
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
        <source>Schedule</source>
        <translation>调度</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>The model stays the same: its costs are divided over %1 stages per rank. Ctrl+Z undoes both changes.</source>
        <translation>模型不变：其开销分摊到每个 rank 的 %1 个阶段上。Ctrl+Z 会一并撤销两处修改。</translation>
    </message>
    <message>
        <source>The model stays the same: with %1 stages per rank, the forward of one takes %2 µs (previously %3 µs). Ctrl+Z undoes both changes.</source>
        <translation>模型不变：每个 rank 有 %1 个阶段，一个阶段的前向用时 %2 µs（此前为 %3 µs）。Ctrl+Z 会一并撤销两处修改。</translation>
    </message>
    <message>
        <source>Costs of one stage</source>
        <translation>单个阶段的开销</translation>
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
        <source>With a model, step time and memory are worked out for the cluster&apos;s device.</source>
        <translation>有了模型，就能按集群的设备算出单步时间和显存。</translation>
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
        <source>remove the model</source>
        <translation>移除模型</translation>
    </message>
    <message>
        <source>What every rank runs on</source>
        <translation>每个 rank 所用的设备</translation>
    </message>
    <message>
        <source>%1: %2 GiB, %3 TFLOP/s in bf16</source>
        <translation>%1：%2 GiB，bf16 %3 TFLOP/s</translation>
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
        <source>Layers per stage</source>
        <translation>每阶段层数</translation>
    </message>
    <message>
        <source>Layers per rank</source>
        <translation>每 rank 层数</translation>
    </message>
    <message>
        <source>is not a list of whole numbers such as 5, 3; the strategy keeps %1</source>
        <translation>不是 5, 3 这样的整数列表；策略仍为 %1</translation>
    </message>
    <message>
        <source>Device name</source>
        <translation>设备名称</translation>
    </message>
    <message>
        <source>Of the device that the strategy describes</source>
        <translation>策略所描述的设备的名称</translation>
    </message>
    <message>
        <source>one line of text</source>
        <translation>单行文本</translation>
    </message>
    <message>
        <source>Describe my own device</source>
        <translation>自定义设备</translation>
    </message>
    <message>
        <source>Start from the numbers of this device; the strategy&apos;s file then holds them</source>
        <translation>以此设备的参数为起点；参数会写入策略文件</translation>
    </message>
    <message>
        <source>Save as my device</source>
        <translation>保存为我的设备</translation>
    </message>
    <message>
        <source>List it among the devices, for other strategies too</source>
        <translation>加入设备列表，其他策略也可使用</translation>
    </message>
    <message>
        <source>describe a device</source>
        <translation>自定义设备</translation>
    </message>
    <message>
        <source>%1 is saved among your devices</source>
        <translation>%1 已保存到我的设备</translation>
    </message>
    <message>
        <source>µs · 0 to %1</source>
        <translation>µs · 0 到 %1</translation>
    </message>
    <message>
        <source>as the strategy describes it</source>
        <translation>由策略描述</translation>
    </message>
    <message>
        <source>Device memory</source>
        <translation>显存容量</translation>
    </message>
    <message>
        <source>Memory of one device</source>
        <translation>单个设备的显存</translation>
    </message>
    <message>
        <source>Peak in bf16</source>
        <translation>bf16 峰值</translation>
    </message>
    <message>
        <source>For dense matrix products, as stated by the vendor</source>
        <translation>厂商标称的稠密矩阵乘峰值</translation>
    </message>
    <message>
        <source>Memory bandwidth</source>
        <translation>显存带宽</translation>
    </message>
    <message>
        <source>How fast a device reads and writes its own memory</source>
        <translation>设备读写自身显存的速度</translation>
    </message>
    <message>
        <source>Peak in fp8</source>
        <translation>fp8 峰值</translation>
    </message>
    <message>
        <source>For dense matrix products in fp8; by default, as in bf16</source>
        <translation>fp8 稠密矩阵乘的峰值；默认与 bf16 相同</translation>
    </message>
    <message>
        <source>Peak in fp32</source>
        <translation>fp32 峰值</translation>
    </message>
    <message>
        <source>For matrix products in fp32; by default, half of bf16</source>
        <translation>fp32 矩阵乘的峰值；默认为 bf16 的一半</translation>
    </message>
    <message>
        <source>Units</source>
        <translation>计算单元数</translation>
    </message>
    <message>
        <source>Processors that each work on one tile of a product</source>
        <translation>各自计算矩阵乘一个分块的处理器</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Kept by the driver</source>
        <translation>驱动占用</translation>
    </message>
    <message>
        <source>Memory that the driver and its libraries keep</source>
        <translation>驱动及其运行库占用的显存</translation>
    </message>
    <message>
        <source>Links to its node</source>
        <translation>节点内带宽</translation>
    </message>
    <message>
        <source>Speed to other devices of the node, each way</source>
        <translation>到节点内其他设备的速度（每个方向）</translation>
    </message>
    <message>
        <source>Links out of it</source>
        <translation>节点间带宽</translation>
    </message>
    <message>
        <source>Speed to devices of other nodes, each way</source>
        <translation>到其他节点设备的速度（每个方向）</translation>
    </message>
    <message>
        <source>Link to its host</source>
        <translation>主机链路带宽</translation>
    </message>
    <message>
        <source>Speed to the memory of the host, each way</source>
        <translation>到主机内存的速度（每个方向）</translation>
    </message>
    <message>
        <source>Host memory bandwidth</source>
        <translation>主机内存带宽</translation>
    </message>
    <message>
        <source>One device&apos;s share of the host memory bandwidth</source>
        <translation>每个设备分得的主机内存带宽</translation>
    </message>
    <message>
        <source>Advanced</source>
        <translation>高级</translation>
    </message>
    <message>
        <source>%1, advanced</source>
        <translation>%1（高级）</translation>
    </message>
    <message>
        <source>samples</source>
        <translation>样本</translation>
    </message>
    <message>
        <source>microbatches</source>
        <translation>微批次</translation>
    </message>
    <message>
        <source>activations</source>
        <translation>激活</translation>
    </message>
    <message>
        <source>devices</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>ranks</source>
        <translation>rank</translation>
    </message>
    <message>
        <source>chunks on a rank</source>
        <translation>模型块/rank</translation>
    </message>
    <message>
        <source>replicas</source>
        <translation>副本</translation>
    </message>
    <message>
        <source>ZeRO stage</source>
        <translation>ZeRO 级别</translation>
    </message>
    <message>
        <source>layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>columns</source>
        <translation>列</translation>
    </message>
    <message>
        <source>heads</source>
        <translation>头</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>experts</source>
        <translation>专家</translation>
    </message>
    <message>
        <source>nodes</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>units</source>
        <translation>单元</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 到 %2</translation>
    </message>
    <message>
        <source>on</source>
        <translation>开</translation>
    </message>
    <message>
        <source>%1 each</source>
        <translation>每项 %1</translation>
    </message>
    <message>
        <source>one per rank</source>
        <translation>每个 rank 一个</translation>
    </message>
    <message>
        <source>default %1</source>
        <translation>默认 %1</translation>
    </message>
    <message>
        <source>0 = %1</source>
        <translation>0 = %1</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Schedule file</source>
        <translation>调度文件</translation>
    </message>
    <message>
        <source>Costs</source>
        <translation>开销</translation>
    </message>
    <message>
        <source>Recomputation</source>
        <translation>重计算</translation>
    </message>
    <message>
        <source>Factors of the ranks</source>
        <translation>各 rank 的倍数</translation>
    </message>
    <message>
        <source>Overlap of pairs</source>
        <translation>融合对重叠</translation>
    </message>
    <message>
        <source>Gradient reduction</source>
        <translation>梯度归约</translation>
    </message>
    <message>
        <source>Optimizer step</source>
        <translation>优化器步</translation>
    </message>
    <message>
        <source>Latency of a hop</source>
        <translation>每跳延迟</translation>
    </message>
    <message>
        <source>Bytes of a hop</source>
        <translation>每跳字节数</translation>
    </message>
    <message>
        <source>Bandwidth of a hop</source>
        <translation>每跳带宽</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>%1, entry %2</source>
        <translation>%1，第 %2 项</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>the schedule&apos;s</source>
        <translation>由调度决定</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>预设</translation>
    </message>
    <message>
        <source>A well-known model: fills in every field below</source>
        <translation>按名称选择已知模型，填写下面的所有字段</translation>
    </message>
    <message>
        <source>take the model %1</source>
        <translation>采用模型 %1</translation>
    </message>
    <message>
        <source>as given below</source>
        <translation>如下所示</translation>
    </message>
    <message>
        <source>Schedule file: %1</source>
        <translation>调度文件：%1</translation>
    </message>
    <message>
        <source>The device needs a name to be saved under</source>
        <translation>设备没有名称，无法保存</translation>
    </message>
    <message>
        <source>The folder %1 cannot be made</source>
        <translation>无法创建文件夹 %1</translation>
    </message>
    <message>
        <source>Layers of each in order, &quot;5, 3&quot;; empty where they are divided evenly</source>
        <translation>依次列出各自的层数，如“5, 3”；留空则平均划分</translation>
    </message>
    <message>
        <source>empty = %1</source>
        <translation>留空 = %1</translation>
    </message>
    <message>
        <source>The strategy&apos;s name, shown on its tab and its runs</source>
        <translation>策略的名称，用于标签页和它的运行</translation>
    </message>
    <message>
        <source>1 microbatch</source>
        <translation>1 个微批次</translation>
    </message>
    <message>
        <source>%1 microbatches</source>
        <translation>%1 个微批次</translation>
    </message>
    <message>
        <source>%1 layers × %2</source>
        <translation>%1 层 × %2</translation>
    </message>
    <message>
        <source>from the model</source>
        <translation>由模型算出</translation>
    </message>
    <message>
        <source>not given</source>
        <translation>未给出</translation>
    </message>
    <message>
        <source>fitted to %1</source>
        <translation>按 %1 拟合</translation>
    </message>
    <message>
        <source>forward %1 µs</source>
        <translation>前向 %1 µs</translation>
    </message>
    <message>
        <source>Recompute and precision</source>
        <translation>重计算与精度</translation>
    </message>
    <message>
        <source>Overlap and kernels</source>
        <translation>重叠与内核</translation>
    </message>
    <message>
        <source>Also in the file</source>
        <translation>文件中的其他字段</translation>
    </message>
    <message>
        <source>1 field</source>
        <translation>1 个字段</translation>
    </message>
    <message>
        <source>%1 fields</source>
        <translation>%1 个字段</translation>
    </message>
    <message>
        <source>the picture shows the previous strategy</source>
        <translation>图中是修改前的策略</translation>
    </message>
    <message>
        <source>Costs follow the schedule</source>
        <translation>开销已随调度调整</translation>
    </message>
    <message>
        <source>1 warning</source>
        <translation>1 条警告</translation>
    </message>
    <message>
        <source>Fields</source>
        <translation>字段</translation>
    </message>
    <message>
        <source>Drag a number&apos;s name left or right to change it: hold Shift for fine steps, Ctrl for coarse ones; Esc cancels.</source>
        <translation>左右拖动数值的名称即可修改：按住 Shift 微调，按住 Ctrl 粗调；按 Esc 取消。</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>a field, and what is wrong with it</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Cluster preset</source>
        <translation>集群预设</translation>
    </message>
    <message>
        <source>A well-known cluster: fills in every field below</source>
        <translation>按名称选择已知集群，填写下面的所有字段</translation>
    </message>
    <message>
        <source>take the cluster %1</source>
        <translation>采用集群 %1</translation>
    </message>
    <message>
        <source>Your device %1 is now called %2</source>
        <translation>我的设备 %1 已改名为 %2</translation>
    </message>
    <message>
        <source>%1 is no longer among your devices; this strategy still has it</source>
        <translation>%1 已从我的设备中移除；此策略仍保留它</translation>
    </message>
    <message>
        <source>Rename my device</source>
        <translation>重命名我的设备</translation>
    </message>
    <message>
        <source>List it under the name above</source>
        <translation>以上面的名称列出</translation>
    </message>
    <message>
        <source>Replace my device</source>
        <translation>替换我的设备</translation>
    </message>
    <message>
        <source>Give these numbers to the one of this name among your devices</source>
        <translation>把这些数值赋给我的设备中的同名设备</translation>
    </message>
    <message>
        <source>name the device %1</source>
        <translation>将设备命名为 %1</translation>
    </message>
    <message>
        <source>Saved among your devices as %1: %2 is another device</source>
        <translation>已作为 %1 保存到我的设备：%2 是另一个设备</translation>
    </message>
    <message>
        <source>Your device %1 now has these numbers</source>
        <translation>我的设备 %1 现在采用这些数值</translation>
    </message>
    <message>
        <source>%1 is the name of another of your devices</source>
        <translation>%1 已是我的另一个设备的名称</translation>
    </message>
    <message>
        <source>Remove from my devices</source>
        <translation>从我的设备中移除</translation>
    </message>
    <message>
        <source>Stop listing it; strategies that use it keep it</source>
        <translation>不再列出；已使用它的策略仍保留</translation>
    </message>
    <message>
        <source>Order of the ops</source>
        <translation>操作顺序</translation>
    </message>
    <message>
        <source>The file %1 cannot be removed: %2</source>
        <translation>无法删除文件 %1：%2</translation>
    </message>
    <message>
        <source>Problem %1 of %2</source>
        <translation>问题 %1 / %2</translation>
    </message>
    <message>
        <source>Warning %1 of %2</source>
        <translation>警告 %1 / %2</translation>
    </message>
    <message>
        <source>usual sizes, and those of published runs</source>
        <translation>常用尺寸，以及已发表运行的尺寸</translation>
    </message>
    <message>
        <source>Messages between more nodes than this pass further switches</source>
        <translation>节点数超过此值时，消息要经过更多交换机</translation>
    </message>
    <message>
        <source>Between switches the speed of the network is divided by this factor</source>
        <translation>交换机之间的网络速度除以此系数</translation>
    </message>
    <message>
        <source>Layers recomputed in each stage or group</source>
        <translation>每个阶段或每组中重计算的层数</translation>
    </message>
    <message>
        <source>Norms, activation functions and up-projections of latent attention are computed again; only with Recompute: none</source>
        <translation>重新计算归一化、激活函数和潜在注意力的升维投影；仅在“重计算”为“无”时可用</translation>
    </message>
    <message>
        <source>How operations between the products are fused</source>
        <translation>矩阵乘之间的运算如何融合</translation>
    </message>
    <message>
        <source>The values differ; see &quot;All costs…&quot;</source>
        <translation>各值不同；见“全部开销…”</translation>
    </message>
    <message>
        <source>One of your devices</source>
        <translation>我的设备之一</translation>
    </message>
    <message>
        <source>Use only the given costs</source>
        <translation>仅使用给定的开销</translation>
    </message>
    <message>
        <source>is not a list of whole numbers such as 5, 3; the strategy keeps the even division</source>
        <translation>不是 5, 3 这样的整数列表；策略仍为平均划分</translation>
    </message>
    <message>
        <source>The model stays the same: its costs are divided over one stage per rank. Ctrl+Z undoes both changes.</source>
        <translation>模型不变：其开销全部归到每个 rank 的一个阶段上。Ctrl+Z 会一并撤销两处修改。</translation>
    </message>
    <message>
        <source>The model stays the same: with one stage per rank, its forward takes %1 µs (previously %2 µs). Ctrl+Z undoes both changes.</source>
        <translation>模型不变：每个 rank 有一个阶段，其前向用时 %1 µs（此前为 %2 µs）。Ctrl+Z 会一并撤销两处修改。</translation>
    </message>
    <message>
        <source>Devices per domain</source>
        <translation>每域设备数</translation>
    </message>
    <message>
        <source>Devices that fast links connect across nodes, as in an NVL72</source>
        <translation>由高速链路跨节点连接的设备数，如“NVL72”</translation>
    </message>
    <message>
        <source>auto</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>FP8 scaling</source>
        <translation>fp8 缩放</translation>
    </message>
    <message>
        <source>What shares one scale in fp8: a tensor, a row, or a block</source>
        <translation>fp8 中共用一个缩放系数的范围：张量、行或分块</translation>
    </message>
    <message>
        <source>Overlap transfers</source>
        <translation>重叠传输</translation>
    </message>
    <message>
        <source>Messages of the pipeline overlap computing; otherwise a sender waits until its message has arrived</source>
        <translation>流水线消息与计算同时进行；否则发送方要等到消息到达</translation>
    </message>
    <message>
        <source>Accumulation</source>
        <translation>梯度累积</translation>
    </message>
    <message>
        <source>Gradients of microbatches are summed by the products themselves (fused), or by a pass of their own (separate)</source>
        <translation>各微批次的梯度由矩阵乘直接累积（融合），或另用一遍计算累积（“separate”）</translation>
    </message>
    <message>
        <source>Framework</source>
        <translation>框架</translation>
    </message>
    <message>
        <source>Software whose runs the prediction rests on</source>
        <translation>预测所依据的运行使用的软件</translation>
    </message>
    <message>
        <source>Launch</source>
        <translation>启动方式</translation>
    </message>
    <message>
        <source>How the host queues kernels: one by one (eager), from compiled code, or as a recorded CUDA graph</source>
        <translation>主机如何把内核排入队列：逐个执行、由编译后的代码排入，或作为捕获的“CUDA graph”</translation>
    </message>
    <message>
        <source>Context balance</source>
        <translation>上下文均衡</translation>
    </message>
    <message>
        <source>Context ranks get parts of a sequence whose attention takes equally long</source>
        <translation>各上下文并行 rank 分到注意力耗时相同的序列片段</translation>
    </message>
    <message>
        <source>Expert skew</source>
        <translation>专家倾斜</translation>
    </message>
    <message>
        <source>Tokens of the fullest expert rank, as a multiple of the mean</source>
        <translation>词元最多的专家 rank 的词元数，以平均值的倍数计</translation>
    </message>
    <message>
        <source>Reshard</source>
        <translation>重新分片</translation>
    </message>
    <message>
        <source>ZeRO 3 lets gathered weights go after each forward; otherwise they stay until the last backward of the step</source>
        <translation>ZeRO 3 在每次前向之后释放收集的权重；否则保留到该步的最后一个反向</translation>
    </message>
    <message>
        <source>%1 of 5 overlaps</source>
        <translation>5 项重叠中开启 %1 项</translation>
    </message>
    <message>
        <source>Dispatch</source>
        <translation>词元分发</translation>
    </message>
    <message>
        <source>How tokens come to their experts: a message for each (direct), or one to each node, passed on within it (two-level)</source>
        <translation>词元如何送达专家：每个专家一条消息（直接），或每个节点一条、再在节点内转发（两级）</translation>
    </message>
    <message>
        <source>Nodes per token</source>
        <translation>每词元节点数</translation>
    </message>
    <message>
        <source>Nodes that the experts of one token lie in at most</source>
        <translation>一个词元的专家最多分布在多少个节点上</translation>
    </message>
    <message>
        <source>any</source>
        <translation>不限</translation>
    </message>
    <message>
        <source>flash: one kernel (-1, -2: an older one); unfused: scores are written</source>
        <translation>flash：单个内核（-1、-2：旧版内核）；unfused：分数写入显存</translation>
    </message>
    <message>
        <source>Generation</source>
        <translation>代次</translation>
    </message>
    <message>
        <source>Of its matrix units: 2 of an A100, 3 of an H100. Attention kernels written for an earlier one reach less of the peak</source>
        <translation>其矩阵单元的代次：A100 为 2，H100 为 3。为更早一代编写的注意力内核达到的峰值比例更低</translation>
    </message>
    <message>
        <source>Is the host itself</source>
        <translation>就是主机本身</translation>
    </message>
    <message>
        <source>A processor that computes on its own: no kernel is queued for it, so no op waits for the host</source>
        <translation>自行计算的处理器：无需为它排入内核，因此没有操作会等待主机</translation>
    </message>
    <message>
        <source>Fast-link domain</source>
        <translation>高速互连域</translation>
    </message>
    <message>
        <source>Devices that its links reach at the speed above: more than a node has in an NVL72; by default, those of its node</source>
        <translation>其链路能以上述速度到达的设备数：在 NVL72 中多于单个节点的设备数；默认为所在节点的设备数</translation>
    </message>
    <message>
        <source>its node</source>
        <translation>所在节点</translation>
    </message>
    <message>
        <source>Embedding size</source>
        <translation>词嵌入维度</translation>
    </message>
    <message>
        <source>Width of the embedding; by default, the hidden size</source>
        <translation>词嵌入的宽度；默认与隐藏维度相同</translation>
    </message>
</context>
<context>
    <name>Export</name>
    <message>
        <source>Memory of each rank at its peak</source>
        <translation>各 rank 峰值时的显存</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>rank</translation>
    </message>
    <message>
        <source>peak</source>
        <translation>峰值</translation>
    </message>
    <message>
        <source>device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Costs</source>
        <translation>开销</translation>
    </message>
    <message>
        <source>every stage</source>
        <translation>每个阶段</translation>
    </message>
    <message>
        <source>A transfer from the first stage to the next takes %1.</source>
        <translation>从第一个阶段到下一阶段的传输耗时 %1。</translation>
    </message>
    <message>
        <source>The gradient reduction takes %1.</source>
        <translation>梯度归约耗时 %1。</translation>
    </message>
    <message>
        <source>The optimizer takes %1.</source>
        <translation>优化器耗时 %1。</translation>
    </message>
    <message>
        <source>The first %1 ranks; the mean is of all of them.</source>
        <translation>前 %1 个 rank；平均值涵盖所有 rank。</translation>
    </message>
    <message>
        <source>other: %1</source>
        <translation>其他：%1</translation>
    </message>
    <message>
        <source>Ranks of each place</source>
        <translation>各位置的 rank</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>rank</translation>
    </message>
    <message>
        <source>Hosts</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>Step, least</source>
        <translation>步，最短</translation>
    </message>
    <message>
        <source>Step, median</source>
        <translation>步，中位</translation>
    </message>
    <message>
        <source>Step, most</source>
        <translation>步，最长</translation>
    </message>
    <message>
        <source>Idle, least</source>
        <translation>空闲，最少</translation>
    </message>
    <message>
        <source>Idle, median</source>
        <translation>空闲，中位</translation>
    </message>
    <message>
        <source>Idle, most</source>
        <translation>空闲，最多</translation>
    </message>
    <message>
        <source>Slowest rank</source>
        <translation>最慢的 rank</translation>
    </message>
</context>
<context>
    <name>Figure</name>
    <message>
        <source>rank %1</source>
        <translation>rank %1</translation>
    </message>
    <message>
        <source>%1 further ranks have no room here</source>
        <translation>另有 %1 个 rank 未画出</translation>
    </message>
    <message>
        <source>Where ops are narrower than a dot, columns show their shares of time</source>
        <translation>操作窄于一个点之处，以各列显示其时间占比</translation>
    </message>
    <message>
        <source>as predicted</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>%1: lanes of memory reach up to %2</source>
        <translation>%1：显存条带的满高为 %2</translation>
    </message>
    <message>
        <source>Chunks from c4 on have the patterns of c0 to c3 again</source>
        <translation>从 c4 起，各模型块重复使用 c0 至 c3 的图案</translation>
    </message>
    <message>
        <source>One further rank has no room here</source>
        <translation>另有 1 个 rank 未画出</translation>
    </message>
</context>
<context>
    <name>ForeignFile</name>
    <message>
        <source>the costs of an iteration predict no step</source>
        <translation>由该迭代的开销预测不出训练步</translation>
    </message>
    <message>
        <source>Dumps of a pipeline&apos;s ranks</source>
        <translation>流水线各 rank 的转储</translation>
    </message>
    <message>
        <source>This is not a strategy, a recording, a trace or the configuration of a known framework: %1.</source>
        <translation>这不是策略、记录、跟踪文件，也不是已知框架的配置：%1。</translation>
    </message>
    <message>
        <source>Read as %1:</source>
        <translation>按 %1 读取：</translation>
    </message>
    <message>
        <source>This directory holds no recording (events.bslog) and no trace (config.json and pp_rank_0.json).</source>
        <translation>此目录中没有记录（events.bslog），也没有跟踪文件（config.json 与 pp_rank_0.json）。</translation>
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
    <message>
        <source>%1 ns</source>
        <translation>%1 ns</translation>
    </message>
    <message>
        <source>%1 µs</source>
        <translation>%1 µs</translation>
    </message>
    <message>
        <source>%1 points</source>
        <translation>%1 个百分点</translation>
    </message>
</context>
<context>
    <name>Handout</name>
    <message>
        <source>This step has no timeline to draw.</source>
        <translation>本步没有可画的时间线。</translation>
    </message>
    <message>
        <source>Save the picture</source>
        <translation>保存图片</translation>
    </message>
    <message>
        <source>Saved as %1</source>
        <translation>已保存 %1</translation>
    </message>
</context>
<context>
    <name>Help</name>
    <message>
        <source>W, S, mouse wheel</source>
        <translation>W、S、鼠标滚轮</translation>
    </message>
    <message>
        <source>Zoom in and out at the pointer</source>
        <translation>以指针为中心放大、缩小</translation>
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
        <source>Follow the dependency onward or back</source>
        <translation>沿依赖关系跳到后继或前驱操作</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Esc</translation>
    </message>
    <message>
        <source>Fit the op under the pointer, or else the selected one</source>
        <translation>将指针下的操作放大到满屏，否则放大所选操作</translation>
    </message>
    <message>
        <source>Drag over rows</source>
        <translation>在各行上拖动</translation>
    </message>
    <message>
        <source>Select an area; drag its edges to change it</source>
        <translation>选择区域；拖动边缘可调整</translation>
    </message>
    <message>
        <source>R, Shift+R</source>
        <translation>R、Shift+R</translation>
    </message>
    <message>
        <source>Make the selected op the area, or add it to the area</source>
        <translation>以所选操作为区域，或把它加入区域</translation>
    </message>
    <message>
        <source>Ctrl+A</source>
        <translation>Ctrl+A</translation>
    </message>
    <message>
        <source>Select the whole step of all ranks</source>
        <translation>选择所有 rank 的整个训练步</translation>
    </message>
    <message>
        <source>M, Shift+M</source>
        <translation>M、Shift+M</translation>
    </message>
    <message>
        <source>Set a marker to measure times from; with Shift, a permanent one</source>
        <translation>设置计时标记；按住 Shift 则标记保留</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Delete</translation>
    </message>
    <message>
        <source>Remove the marker selected, or else the nearest</source>
        <translation>删除所选标记，否则删除最近的标记</translation>
    </message>
    <message>
        <source>/</source>
        <translation>/</translation>
    </message>
    <message>
        <source>Find; Enter and Shift+Enter go from match to match</source>
        <translation>查找；Enter 和 Shift+Enter 在匹配项间跳转</translation>
    </message>
    <message>
        <source>Pin the rank to the top, or unpin it</source>
        <translation>把 rank 固定在顶部，或取消固定</translation>
    </message>
    <message>
        <source>Clear the selection, the area and temporary markers</source>
        <translation>清除选择、区域和临时标记</translation>
    </message>
    <message>
        <source>Shift+P, click on a rank&apos;s pin</source>
        <translation>Shift+P、单击 rank 的图钉</translation>
    </message>
    <message>
        <source>Enter, click on a rank&apos;s label</source>
        <translation>Enter、单击 rank 标签</translation>
    </message>
    <message>
        <source>A row for each of the ranks that are alike, or one for all</source>
        <translation>相同的 rank 各占一行，或合为一行</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
</context>
<context>
    <name>Inputs</name>
    <message>
        <source>Clear</source>
        <translation>清空</translation>
    </message>
</context>
<context>
    <name>Joined</name>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
</context>
<context>
    <name>LearnPage</name>
    <message>
        <source>Erase progress</source>
        <translation>清除进度</translation>
    </message>
    <message>
        <source>Erase all that is kept of your lessons: what was passed, points, guesses and what is due to be practised? This cannot be undone.</source>
        <translation>清除保存的全部学习进度，包括已通过的题、得分、猜测和待练习的题？此操作无法撤销。</translation>
    </message>
    <message>
        <source>Erase</source>
        <translation>清除</translation>
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
        <translation>未掩盖的传输</translation>
    </message>
    <message>
        <source>exposed collective</source>
        <translation>未掩盖的集合通信</translation>
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
        <translation>原因不明</translation>
    </message>
</context>
<context>
    <name>LossReport</name>
    <message>
        <source>ignored</source>
        <translation>已忽略</translation>
    </message>
    <message>
        <source>not resolved</source>
        <translation>未能解析</translation>
    </message>
    <message>
        <source>approximated</source>
        <translation>近似处理</translation>
    </message>
    <message>
        <source>assumed</source>
        <translation>假定</translation>
    </message>
    <message>
        <source>%1: nothing was lost</source>
        <translation>%1：没有丢失任何内容</translation>
    </message>
    <message>
        <source>not expressible</source>
        <translation>无法表达</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 项%2</translation>
    </message>
    <message>
        <source>kept</source>
        <translation>已保留</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未识别</translation>
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
    <name>OtherMemory</name>
    <message>
        <source>buffers of the op that runs and of gathered weights</source>
        <translation>正在执行的操作及所收集权重的缓冲区</translation>
    </message>
    <message>
        <source>lost between blocks by the allocator</source>
        <translation>分配器块间的损耗</translation>
    </message>
    <message>
        <source>driver and libraries</source>
        <translation>驱动与库</translation>
    </message>
    <message>
        <source>buffers of the communicators</source>
        <translation>通信域的缓冲区</translation>
    </message>
    <message>
        <source>buckets of the framework</source>
        <translation>框架的分桶缓冲区</translation>
    </message>
</context>
<context>
    <name>RangeHistory</name>
    <message>
        <source>There is no earlier range to go back to</source>
        <translation>没有可返回的先前范围</translation>
    </message>
    <message>
        <source>There is no later range to go on to</source>
        <translation>没有可转到的之后范围</translation>
    </message>
</context>
<context>
    <name>Report</name>
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
        <source>%1, rank %2</source>
        <translation>%1，rank %2</translation>
    </message>
    <message>
        <source>%1 to %2: %3</source>
        <translation>%1 到 %2：%3</translation>
    </message>
    <message>
        <source>needs the %1, which ends on rank %2 at %3</source>
        <translation>需要%1，它在 rank %2 上于 %3 结束</translation>
    </message>
    <message>
        <source>%1: %2, %3</source>
        <translation>%1：%2，%3</translation>
    </message>
    <message>
        <source>no data for %1: telemetry was lost</source>
        <translation>%1 无数据：遥测数据已丢失</translation>
    </message>
    <message>
        <source>gradient reduction of rank %2: %1</source>
        <translation>rank %2 的梯度归约：%1</translation>
    </message>
    <message>
        <source>optimizer of rank %2: %1</source>
        <translation>rank %2 的优化器：%1</translation>
    </message>
    <message>
        <source>warm-up bubble: %1</source>
        <translation>预热气泡：%1</translation>
    </message>
    <message>
        <source>steady bubble: %1</source>
        <translation>稳态气泡：%1</translation>
    </message>
    <message>
        <source>cool-down bubble: %1</source>
        <translation>冷却气泡：%1</translation>
    </message>
    <message>
        <source>the %1 waits for the %2 on rank %3</source>
        <translation>%1等待 rank %3 上的%2</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>rank %1</translation>
    </message>
    <message>
        <source>Where this comes from</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>结论</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>The timeline is drawn by a script, which this browser does not run.</source>
        <translation>时间线由脚本绘制，而此浏览器没有运行脚本。</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Written by Bubblescope %1 on %2</source>
        <translation>由 Bubblescope %1 于 %2 生成</translation>
    </message>
    <message>
        <source>%1, rank %2, chunk %3</source>
        <translation>%1，rank %2，模型块 %3</translation>
    </message>
    <message>
        <source>Scroll to zoom and drag to move; double-click to see the whole step. Keys: + and − to zoom, left and right to move, up and down to change the rank, comma and period to step from op to op, 0 to see the whole step.</source>
        <translation>滚动滚轮可缩放，拖动可平移，双击可显示整个训练步。按键：+ 和 − 缩放，左右方向键平移，上下方向键切换 rank，逗号和句号逐个切换操作，0 显示整个训练步。</translation>
    </message>
    <message>
        <source>One further rank is left out to keep the file small.</source>
        <translation>为减小文件，略去了另外 1 个 rank。</translation>
    </message>
    <message>
        <source>%1 further ranks are left out to keep the file small.</source>
        <translation>为减小文件，略去了另外 %1 个 rank。</translation>
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
        <source>Rank %1, step %2, %3: the second run gave different bits; do not trust that device&apos;s memory or arithmetic</source>
        <translation>rank %1，第 %2 步，%3：第二次计算的结果逐位不同；该设备的显存或运算不可信</translation>
    </message>
    <message>
        <source>Ops computed twice in the bubbles: %1; different: %2</source>
        <translation>在气泡中重复计算的操作：%1 个；不同：%2 个</translation>
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
        <source>Failed run</source>
        <translation>运行失败</translation>
    </message>
    <message>
        <source>No answer</source>
        <translation>无应答</translation>
    </message>
    <message>
        <source>Bit mismatch</source>
        <translation>结果逐位不同</translation>
    </message>
    <message>
        <source>Slow rank</source>
        <translation>慢 rank</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>Slow steps</source>
        <translation>训练步变慢</translation>
    </message>
    <message>
        <source>No progress</source>
        <translation>无进展</translation>
    </message>
    <message>
        <source>%1: %2 more ranks: %3</source>
        <translation>%1：另有 %2 个 rank：%3</translation>
    </message>
    <message>
        <source>Rank %1 holds %2 of %3 GiB</source>
        <translation>rank %1 占用 %2 / %3 GiB</translation>
    </message>
    <message>
        <source>It ends once it needs more. Fewer microbatches in flight, recomputation or another cut of the layers make room.</source>
        <translation>再需要更多时它会终止。减少在途微批次、采用重计算或改变层的划分可腾出空间。</translation>
    </message>
    <message>
        <source>No answer from the run; trying again</source>
        <translation>运行没有应答；正在重试</translation>
    </message>
    <message>
        <source>Nothing answers at its address. Its supervisor may be gone, or the network between here and there; the run itself may still go on.</source>
        <translation>其地址没有应答。可能是监管进程已消失或网络中断；运行本身可能仍在继续。</translation>
    </message>
    <message>
        <source>No progress for %1 s</source>
        <translation>%1 s 没有进展</translation>
    </message>
    <message>
        <source>The run answers, but no rank has finished an op. One of them may be stuck in an op or a message: the timeline shows which waits for which.</source>
        <translation>运行有应答，但没有 rank 完成操作。可能有 rank 卡在操作或消息中：时间线显示谁在等待谁。</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>healthy</source>
        <translation>正常</translation>
    </message>
    <message>
        <source>step %1, which was under way</source>
        <translation>第 %1 步（当时正在进行）</translation>
    </message>
    <message>
        <source>The two runs differ by more than chance: the machine is not the same for both.</source>
        <translation>两次运行的差异超出偶然：两次运行时机器的状态不同。</translation>
    </message>
    <message>
        <source>That is no more than the noise of this machine: smaller differences between two strategies say nothing.</source>
        <translation>差异没有超出本机的噪声：两个策略之间更小的差异没有意义。</translation>
    </message>
    <message>
        <source>bubble %1 → %2</source>
        <translation>气泡 %1 → %2</translation>
    </message>
    <message>
        <source>Predicted: %1.</source>
        <translation>预测：%1。</translation>
    </message>
    <message>
        <source>Predicted: step %1 → %2, %3.</source>
        <translation>预测：单步 %1 → %2，%3。</translation>
    </message>
    <message>
        <source>Loss %1 in step %2, ×%3</source>
        <translation>第 %2 步的损失为 %1，×%3</translation>
    </message>
    <message>
        <source>The median of the previous %1 steps was %2. An unusual batch causes this once; too high a learning rate causes it repeatedly.</source>
        <translation>此前 %1 步的中位数为 %2。与众不同的批次只会引起一次；学习率过高则会反复出现。</translation>
    </message>
    <message>
        <source>The loss is not a number since step %1</source>
        <translation>自第 %1 步起损失不是数值</translation>
    </message>
    <message>
        <source>That step&apos;s update was skipped. If it persists, go back to a checkpoint from before that step, and check the data and the learning rate.</source>
        <translation>该步的更新已跳过。若持续如此，请回到该步之前的检查点，并检查数据和学习率。</translation>
    </message>
    <message>
        <source>Steps take %1 longer than predicted since step %2</source>
        <translation>自第 %2 步起每步比预测长 %1</translation>
    </message>
    <message>
        <source>It ran on %1.</source>
        <translation>它运行于 %1。</translation>
    </message>
    <message>
        <source>Rank %1 slow ×%2 from step %3 to step %4</source>
        <translation>rank %1 从第 %3 步到第 %4 步变慢 ×%2</translation>
    </message>
    <message>
        <source>Rank %1 slow ×%2 since step %3</source>
        <translation>rank %1 自第 %3 步起变慢 ×%2</translation>
    </message>
    <message>
        <source>The loss was not a number in step %1</source>
        <translation>第 %1 步的损失不是数值</translation>
    </message>
    <message>
        <source>The loss was not a number in steps %1 to %2</source>
        <translation>第 %1 到 %2 步的损失不是数值</translation>
    </message>
    <message>
        <source>Slow emulation</source>
        <translation>仿真过慢</translation>
    </message>
    <message>
        <source>The machine is too slow for this emulation: times are longer than asked for</source>
        <translation>本机跟不上此仿真：时间比要求的长</translation>
    </message>
    <message>
        <source>Launch it so that a second stands for less, or with fewer ranks, or end other work on the machine.</source>
        <translation>启动时让 1 秒代表更短的时间，或减少 rank 数，或结束机器上的其他任务。</translation>
    </message>
    <message>
        <source>%1; %2</source>
        <translation>%1；%2</translation>
    </message>
    <message>
        <source>It has written no checkpoint, so what was trained is lost.</source>
        <translation>它没有写过检查点，训练的成果已丢失。</translation>
    </message>
    <message>
        <source>Its last checkpoint has the state after %1 steps. To go on from there, launch (F5) with this in &quot;Continue from&quot;: %2</source>
        <translation>它的最后一个检查点保存了 %1 步之后的状态。要从那里继续，请启动（F5）并在“继续自”中填入：%2</translation>
    </message>
    <message>
        <source>Rank %1 has been slowed by hand since step %2, ×%3</source>
        <translation>rank %1 自第 %2 步起被手动减慢，×%3</translation>
    </message>
    <message>
        <source>Rank %1 has been slowed by hand since step %2</source>
        <translation>rank %1 自第 %2 步起被手动减慢</translation>
    </message>
    <message>
        <source>Lost: step %1, which was under way.</source>
        <translation>丢失：当时正在进行的第 %1 步。</translation>
    </message>
    <message>
        <source>Median step %1 in %2, %3 in %4: %5, with 95 % confidence between %6 and %7. Nine of ten steps lie within ±%8 of the median.</source>
        <translation>每步中位数：%2 为 %1，%4 为 %3：相差 %5，95% 置信区间为 %6 到 %7。九成的步在中位数 ±%8 之内。</translation>
    </message>
    <message>
        <source>Not recorded</source>
        <translation>未记录</translation>
    </message>
    <message>
        <source>Not all of the run is recorded: the disk was full</source>
        <translation>运行未能完整记录：磁盘曾写满</translation>
    </message>
    <message>
        <source>What they held cannot be shown.</source>
        <translation>其中的内容无法显示。</translation>
    </message>
    <message>
        <source>The disk is full: the run goes on, but nothing more of it can be recorded or shown</source>
        <translation>磁盘已满：运行仍在继续，但后续内容无法记录，也无法显示</translation>
    </message>
    <message>
        <source>Make room on the disk of %1; recording then goes on by itself.</source>
        <translation>请在 %1 所在的磁盘上腾出空间，记录随后会自行恢复。</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>lost</source>
        <translation>失联</translation>
    </message>
    <message>
        <source>%1, to rank %2</source>
        <translation>%1，发往 rank %2</translation>
    </message>
    <message>
        <source>%1, from rank %2</source>
        <translation>%1，来自 rank %2</translation>
    </message>
    <message>
        <source>Records not written: %1.</source>
        <translation>未写入的记录：%1 条。</translation>
    </message>
    <message>
        <source>driver %1</source>
        <translation>驱动 %1</translation>
    </message>
    <message>
        <source>Predicted %1, measured %2 (median of %3 steps).</source>
        <translation>预测 %1，实测 %2（%3 步的中位数）。</translation>
    </message>
    <message>
        <source>If the prediction is wrong, take the costs from this run; otherwise check what all ranks share: the network, the file system, other work on the machines.</source>
        <translation>若是预测有误，请采用此运行的开销；否则请检查各 rank 共用的部分：网络、文件系统、机器上的其他任务。</translation>
    </message>
    <message>
        <source>Someone slowed rank %1 by hand. Run &gt; Slow a rank (F8), &quot;Full speed&quot; undoes that.</source>
        <translation>有人手动减慢了 rank %1。在“运行 &gt; 减慢一个 rank”（F8）中选“恢复全速”即可撤销。</translation>
    </message>
    <message>
        <source>The Log page has each rank&apos;s last output.</source>
        <translation>“日志”页有每个 rank 的最后消息。</translation>
    </message>
    <message>
        <source>Signal 9 usually means that the kernel killed it because the machine ran out of memory: see dmesg there.</source>
        <translation>信号 9 多半是主机内存耗尽时操作系统内核的处理：请在该机器上查看 dmesg。</translation>
    </message>
    <message>
        <source>; someone slowed it by hand</source>
        <translation>；有人手动减慢了它</translation>
    </message>
    <message>
        <source>Its ops take %1 times what those of the middle one of ranks %2 to %3 take, which do the same work.</source>
        <translation>其操作耗时是做同样工作的 rank %2 至 %3 中位者的 %1 倍。</translation>
    </message>
    <message>
        <source>It is on host %1.</source>
        <translation>它在主机 %1 上。</translation>
    </message>
</context>
<context>
    <name>Runs</name>
    <message>
        <source>%1 is a folder; name a file</source>
        <translation>%1 是文件夹；请给出文件名</translation>
    </message>
    <message>
        <source>there is no folder %1</source>
        <translation>没有文件夹 %1</translation>
    </message>
    <message>
        <source>%1 cannot be written</source>
        <translation>无法写入 %1</translation>
    </message>
    <message>
        <source>%1 is a file; name a folder</source>
        <translation>%1 是文件；请给出文件夹</translation>
    </message>
    <message>
        <source>%1 is not empty; a recording needs a new or an empty folder</source>
        <translation>%1 不是空的；记录需要新的或空的文件夹</translation>
    </message>
    <message>
        <source>Host file</source>
        <translation>主机文件</translation>
    </message>
    <message>
        <source>%1 cannot be read</source>
        <translation>无法读取 %1</translation>
    </message>
    <message>
        <source>Record in</source>
        <translation>记录到</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>报告</translation>
    </message>
    <message>
        <source>%1 exists and would be replaced</source>
        <translation>%1 已存在，将被替换</translation>
    </message>
    <message>
        <source>Continue from</source>
        <translation>继续自</translation>
    </message>
    <message>
        <source>%1 does not exist</source>
        <translation>没有 %1</translation>
    </message>
    <message>
        <source>The strategy has no model to train; give it one</source>
        <translation>策略没有可训练的模型；请添加模型</translation>
    </message>
    <message>
        <source>%1 ranks are more than the %2 that one machine carries</source>
        <translation>%1 个 rank 超过一台机器可承载的 %2 个</translation>
    </message>
    <message>
        <source>This machine has no NVIDIA GPU</source>
        <translation>本机没有 NVIDIA GPU</translation>
    </message>
    <message>
        <source>%1 is not on the PATH</source>
        <translation>PATH 中找不到 %1</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>choose one</source>
        <translation>请选择一个</translation>
    </message>
    <message>
        <source>Viewers at</source>
        <translation>查看端点</translation>
    </message>
    <message>
        <source>Flip a bit</source>
        <translation>翻转一个比特</translation>
    </message>
    <message>
        <source>must be rank:step:op, as 1:3:2F0 for the forward of stage 2 on microbatch 0</source>
        <translation>须为 rank:step:op，如 1:3:2F0 表示阶段 2 上微批次 0 的前向</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>ranks that take turns send them over the host</source>
        <translation>轮流执行的 rank 经由主机发送消息</translation>
    </message>
    <message>
        <source>being worked out</source>
        <translation>正在计算</translation>
    </message>
    <message>
        <source>not known: the strategy has no costs for this device</source>
        <translation>未知：策略没有适用于此设备的开销</translation>
    </message>
    <message>
        <source>about %1, at %2 a step</source>
        <translation>约 %1，每步 %2</translation>
    </message>
    <message>
        <source>%1 is still running; stop it first</source>
        <translation>%1 仍在进行；请先停止</translation>
    </message>
    <message>
        <source>%1 is not a folder of a run</source>
        <translation>%1 不是运行的文件夹</translation>
    </message>
    <message>
        <source>%1 does not hold the record of %2, so it is left alone</source>
        <translation>%1 中没有 %2 的记录，因此不作处理</translation>
    </message>
    <message>
        <source>%1 cannot be moved to the trash; it is as it was</source>
        <translation>无法把 %1 移到回收站；它保持原样</translation>
    </message>
    <message>
        <source>FAILED</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>FAILED rank %1</source>
        <translation>rank %1 失败</translation>
    </message>
    <message>
        <source>signal %1</source>
        <translation>信号 %1</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>live, held by a signal</source>
        <translation>进行中，被信号停住</translation>
    </message>
    <message>
        <source>live</source>
        <translation>进行中</translation>
    </message>
    <message>
        <source>slow rank %1, %2</source>
        <translation>慢 rank %1，%2</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>recording</source>
        <translation>记录</translation>
    </message>
    <message>
        <source>LOST, its supervisor is gone</source>
        <translation>失联，其监管进程已消失</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 分钟</translation>
    </message>
    <message>
        <source>%1 h</source>
        <translation>%1 小时</translation>
    </message>
    <message>
        <source>%1 days</source>
        <translation>%1 天</translation>
    </message>
    <message>
        <source>just now</source>
        <translation>刚刚</translation>
    </message>
    <message>
        <source>%1 min ago</source>
        <translation>%1 分钟前</translation>
    </message>
    <message>
        <source>%1 h ago</source>
        <translation>%1 小时前</translation>
    </message>
    <message>
        <source>%1 d ago</source>
        <translation>%1 天前</translation>
    </message>
    <message>
        <source>cannot be read</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>%1 steps</source>
        <translation>%1 步</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>1 rank</source>
        <translation>1 个 rank</translation>
    </message>
    <message>
        <source>%1 ranks</source>
        <translation>%1 个 rank</translation>
    </message>
    <message>
        <source>%1 steps asked for</source>
        <translation>要求 %1 步</translation>
    </message>
    <message>
        <source>%1/%2 steps</source>
        <translation>%1/%2 步</translation>
    </message>
    <message>
        <source>The strategy cannot be trained. %1: %2</source>
        <translation>此策略无法训练。%1：%2</translation>
    </message>
    <message>
        <source>completed</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>not all recorded</source>
        <translation>记录不完整</translation>
    </message>
    <message>
        <source>could not keep up</source>
        <translation>仿真跟不上</translation>
    </message>
    <message>
        <source>live, paused</source>
        <translation>运行中，已暂停</translation>
    </message>
    <message>
        <source>on %1, silent</source>
        <translation>在 %1 上，静默</translation>
    </message>
    <message>
        <source>live on %1, paused</source>
        <translation>在 %1 上运行中，已暂停</translation>
    </message>
    <message>
        <source>live on %1</source>
        <translation>在 %1 上进行中</translation>
    </message>
    <message>
        <source>must be letters, digits and ._-+@:/=, the first a letter or a digit</source>
        <translation>必须由字母、数字和 ._-+@:/= 组成，且以字母或数字开头</translation>
    </message>
    <message>
        <source>must be letters, digits and ._-+@:/=, the first a letter or a digit, with commas between several names</source>
        <translation>必须由字母、数字和 ._-+@:/= 组成，且以字母或数字开头；多个名称之间用逗号分隔</translation>
    </message>
    <message>
        <source>must be minutes, hours:minutes:seconds or days-hours:minutes:seconds, a year at most</source>
        <translation>必须为分钟数，或形如 1:30:00、2-12:00:00 的时长，最多一年</translation>
    </message>
    <message>
        <source>must be a number and K, M, G or T, or 0 for all that a node has</source>
        <translation>必须为数字加 K、M、G 或 T，或以 0 表示节点的全部主存</translation>
    </message>
    <message>
        <source>this window was not started inside a Slurm job, as by salloc</source>
        <translation>此窗口不是在 Slurm 作业（如 salloc）中启动的</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>%1 waits in the queue; stop it first</source>
        <translation>%1 正在排队；请先停止它</translation>
    </message>
    <message>
        <source>never began</source>
        <translation>从未开始</translation>
    </message>
    <message>
        <source>starting</source>
        <translation>正在启动</translation>
    </message>
    <message>
        <source>queued again</source>
        <translation>重新排队</translation>
    </message>
    <message>
        <source>queued</source>
        <translation>排队中</translation>
    </message>
    <message>
        <source>held in the queue</source>
        <translation>在队列中被挂起</translation>
    </message>
    <message>
        <source>will never start</source>
        <translation>不会启动</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>job %1</source>
        <translation>作业 %1</translation>
    </message>
    <message>
        <source>sbatch is not on the PATH: this machine cannot submit to Slurm</source>
        <translation>sbatch 不在 PATH 中：这台机器无法提交到 Slurm</translation>
    </message>
</context>
<context>
    <name>SaveButtons</name>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>SaveFile</name>
    <message>
        <source>All files</source>
        <translation>所有文件</translation>
    </message>
</context>
<context>
    <name>Search</name>
    <message>
        <source>fastest</source>
        <translation>最快</translation>
    </message>
    <message>
        <source>least memory</source>
        <translation>显存最少</translation>
    </message>
    <message>
        <source>another is better</source>
        <translation>有更优者</translation>
    </message>
    <message>
        <source>fewest devices</source>
        <translation>设备最少</translation>
    </message>
    <message>
        <source>less memory than all that are faster</source>
        <translation>比所有更快的都省显存</translation>
    </message>
    <message>
        <source>does not fit, by %1</source>
        <translation>放不下，超出 %1</translation>
    </message>
    <message>
        <source>yours</source>
        <translation>当前策略</translation>
    </message>
    <message>
        <source>yours, %1</source>
        <translation>当前策略，%1</translation>
    </message>
    <message>
        <source>device limit, %1</source>
        <translation>设备上限，%1</translation>
    </message>
    <message>
        <source>step</source>
        <translation>单步时间</translation>
    </message>
    <message>
        <source>%1, %2 vs. yours</source>
        <translation>%1，比当前策略 %2</translation>
    </message>
    <message>
        <source>peak memory</source>
        <translation>峰值显存</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>bubble</source>
        <translation>气泡</translation>
    </message>
    <message>
        <source>MFU</source>
        <translation>MFU</translation>
    </message>
    <message>
        <source>tokens/s</source>
        <translation>词元/秒</translation>
    </message>
    <message>
        <source>devices</source>
        <translation>设备数</translation>
    </message>
    <message>
        <source>nothing was found</source>
        <translation>没有找到结果</translation>
    </message>
    <message>
        <source>not searched yet</source>
        <translation>尚未搜索</translation>
    </message>
    <message>
        <source>Best step found</source>
        <translation>找到的最短训练步</translation>
    </message>
    <message>
        <source>Its memory</source>
        <translation>其显存</translation>
    </message>
    <message>
        <source>Tokens/s</source>
        <translation>词元/秒</translation>
    </message>
    <message>
        <source>Bubble</source>
        <translation>气泡</translation>
    </message>
    <message>
        <source>of %1 examined</source>
        <translation>共考察 %1 种</translation>
    </message>
    <message>
        <source>step time, lower and upper bound</source>
        <translation>单步时间的下限与上限</translation>
    </message>
    <message>
        <source>recompute %1, layers %2</source>
        <translation>%1重计算 %2 层</translation>
    </message>
    <message>
        <source>recompute %1</source>
        <translation>%1重计算</translation>
    </message>
    <message>
        <source>%1 devices</source>
        <translation>%1 个设备</translation>
    </message>
    <message>
        <source>uneven layers</source>
        <translation>各阶段层数不等</translation>
    </message>
    <message>
        <source>On as many like devices: times per token within %1 %, as the order of runs that are closer has not been checked</source>
        <translation>在同样数量的同类设备上：每词元时间相差不超过 %1 %（更接近的运行，其先后未经检验）</translation>
    </message>
    <message>
        <source>On as many like devices: steps within %1 %, as the order of runs that are closer has not been checked</source>
        <translation>在同样数量的同类设备上：单步时间相差不超过 %1 %（更接近的运行，其先后未经检验）</translation>
    </message>
    <message>
        <source>80 % intervals per token that overlap, judged by how far similar runs were from their predictions</source>
        <translation>每词元的 80% 区间相互重叠，依据同类运行与其预测的偏差</translation>
    </message>
    <message>
        <source>80 % intervals that overlap, judged by how far similar runs were from their predictions</source>
        <translation>80% 区间相互重叠，依据同类运行与其预测的偏差</translation>
    </message>
    <message>
        <source>Else: %1</source>
        <translation>其余情况：%1</translation>
    </message>
    <message>
        <source>%1; %2 of the %3 simulated may be the best</source>
        <translation>%1；模拟过的 %3 个中有 %2 个可能是最优</translation>
    </message>
    <message>
        <source>%1; %2 may be the best</source>
        <translation>%1；其中 %2 个可能是最优</translation>
    </message>
    <message>
        <source>Predictions cannot tell them from the best:</source>
        <translation>预测无法将它们与最优项区分开：</translation>
    </message>
    <message>
        <source>%1; yours is equal to the best found</source>
        <translation>%1；您的策略与找到的最优项相当</translation>
    </message>
</context>
<context>
    <name>Shards</name>
    <message>
        <source>all-gather</source>
        <translation>all-gather</translation>
    </message>
    <message>
        <source>all-to-all</source>
        <translation>all-to-all</translation>
    </message>
    <message>
        <source>reduce-scatter</source>
        <translation>reduce-scatter</translation>
    </message>
    <message>
        <source>all-reduce</source>
        <translation>all-reduce</translation>
    </message>
    <message>
        <source>Stage %1: weights</source>
        <translation>阶段 %1：权重</translation>
    </message>
    <message>
        <source>%1, over %2 tensor ranks</source>
        <translation>%1，分布在 %2 个张量 rank 上</translation>
    </message>
    <message>
        <source>Activations that one microbatch leaves on stage %1</source>
        <translation>一个微批次在阶段 %1 上留下的激活</translation>
    </message>
    <message>
        <source>whole</source>
        <translation>完整</translation>
    </message>
    <message>
        <source>Between the products</source>
        <translation>矩阵乘之间</translation>
    </message>
    <message>
        <source>sequence, 1 of %1</source>
        <translation>序列，1/%1</translation>
    </message>
    <message>
        <source>Within the products</source>
        <translation>矩阵乘之内</translation>
    </message>
    <message>
        <source>heads and columns, 1 of %1</source>
        <translation>头与列，1/%1</translation>
    </message>
    <message>
        <source>All that a device of pipeline rank %1 holds, and its %2 data ranks: ZeRO %3</source>
        <translation>流水线 rank %1 的设备持有的全部内容及其 %2 个数据 rank：ZeRO %3</translation>
    </message>
    <message>
        <source>All that a device of pipeline rank %1 holds</source>
        <translation>流水线 rank %1 的设备持有的全部内容</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Embedding</source>
        <translation>词嵌入</translation>
    </message>
    <message>
        <source>Positions</source>
        <translation>位置编码</translation>
    </message>
    <message>
        <source>Queries, keys, values</source>
        <translation>查询、键、值</translation>
    </message>
    <message>
        <source>Attention output</source>
        <translation>注意力输出</translation>
    </message>
    <message>
        <source>MLP up</source>
        <translation>MLP 升维</translation>
    </message>
    <message>
        <source>MLP down</source>
        <translation>MLP 降维</translation>
    </message>
    <message>
        <source>Norms and biases</source>
        <translation>归一化与偏置</translation>
    </message>
    <message>
        <source>Experts</source>
        <translation>专家</translation>
    </message>
    <message>
        <source>Multi-token projection</source>
        <translation>多词元投影</translation>
    </message>
    <message>
        <source>Final norm</source>
        <translation>末层归一化</translation>
    </message>
    <message>
        <source>Output head</source>
        <translation>输出头</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Gradients</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>Optimizer states</source>
        <translation>优化器状态</translation>
    </message>
    <message>
        <source>columns, 1 of %1</source>
        <translation>列，1/%1</translation>
    </message>
    <message>
        <source>rows, 1 of %1</source>
        <translation>行，1/%1</translation>
    </message>
    <message>
        <source>1 of %1 parts</source>
        <translation>1/%1</translation>
    </message>
    <message>
        <source>Every device has all experts.</source>
        <translation>每个设备都有全部专家。</translation>
    </message>
    <message>
        <source>%1 expert ranks share the experts: an all-to-all sends each token to those that it passes, and a second one brings the results back.</source>
        <translation>专家由 %1 个专家 rank 分摊：一次 all-to-all 把词元送到所经过的专家，再一次 all-to-all 取回结果。</translation>
    </message>
    <message>
        <source>Every tensor rank has all of it and works on its piece of the sequence; their gradients are summed at the end of the step.</source>
        <translation>每个张量 rank 都持有全部，各自处理序列的一段；步末对梯度求和。</translation>
    </message>
    <message>
        <source>Every tensor rank has all of it and does the same work: nothing is exchanged.</source>
        <translation>每个张量 rank 都持有全部并做相同的计算：无需通信。</translation>
    </message>
    <message>
        <source>Cut by columns: the sequence is gathered from %1 tensor ranks before it in the forward; in the backward the gradient of its input is reduce-scattered.</source>
        <translation>按列切分：前向之前从 %1 个张量 rank 收集序列；反向时对输入梯度做 reduce-scatter。</translation>
    </message>
    <message>
        <source>Cut by columns: the forward needs nothing of others; in the backward the gradient of its input is all-reduced over %1 tensor ranks.</source>
        <translation>按列切分：前向无需通信；反向时对输入梯度在 %1 个张量 rank 间做 all-reduce。</translation>
    </message>
    <message>
        <source>Cut by rows: its partial sums are reduce-scattered over %1 tensor ranks into pieces of the sequence; the backward gathers them again.</source>
        <translation>按行切分：部分和在 %1 个张量 rank 间 reduce-scatter 为序列各段；反向时重新收集。</translation>
    </message>
    <message>
        <source>Cut by rows: its partial sums are all-reduced over %1 tensor ranks in the forward.</source>
        <translation>按行切分：前向时部分和在 %1 个张量 rank 间做 all-reduce。</translation>
    </message>
    <message>
        <source>There is one tensor rank: it is whole, and nothing is exchanged.</source>
        <translation>只有一个张量 rank：内容完整，无需通信。</translation>
    </message>
    <message>
        <source>Kept in the host&apos;s memory, and moved over its link when they are needed.</source>
        <translation>保存在主机内存中，需要时经主机链路搬运。</translation>
    </message>
    <message>
        <source>There is one data rank: nothing is exchanged.</source>
        <translation>只有一个数据 rank：无需通信。</translation>
    </message>
    <message>
        <source>Divided over %1 data ranks: each layer is gathered before its forward and again before its backward.</source>
        <translation>由 %1 个数据 rank 分摊：每层在前向之前和反向之前各收集一次。</translation>
    </message>
    <message>
        <source>A whole copy on each of %1 data ranks.</source>
        <translation>%1 个数据 rank 各有一份完整副本。</translation>
    </message>
    <message>
        <source>A whole copy on each of %1 data ranks: gathered after the optimizer, which updates a part on each.</source>
        <translation>%1 个数据 rank 各有一份完整副本：优化器各更新一部分，之后收集。</translation>
    </message>
    <message>
        <source>Divided over %1 data ranks: reduce-scattered after every microbatch&apos;s backward.</source>
        <translation>由 %1 个数据 rank 分摊：每个微批次的反向之后做 reduce-scatter。</translation>
    </message>
    <message>
        <source>All-reduced over %1 data ranks once a step.</source>
        <translation>每步在 %1 个数据 rank 间做一次 all-reduce。</translation>
    </message>
    <message>
        <source>Held whole, and reduce-scattered over %1 data ranks once a step.</source>
        <translation>完整持有，每步在 %1 个数据 rank 间做一次 reduce-scatter。</translation>
    </message>
    <message>
        <source>Divided over %1 data ranks: each updates its part.</source>
        <translation>由 %1 个数据 rank 分摊：各更新一部分。</translation>
    </message>
    <message>
        <source>A whole copy on each of %1 data ranks: all do the same.</source>
        <translation>%1 个数据 rank 各有一份完整副本：各自做相同的更新。</translation>
    </message>
    <message>
        <source>What norms and dropout keep.</source>
        <translation>归一化与 Dropout 保留的内容。</translation>
    </message>
    <message>
        <source>What norms and dropout keep: sequence parallelism gives each of %1 tensor ranks a piece of the sequence.</source>
        <translation>归一化与 Dropout 保留的内容：序列并行使 %1 个张量 rank 各持有序列的一段。</translation>
    </message>
    <message>
        <source>What norms and dropout keep: the same on each of %1 tensor ranks; sequence parallelism would divide it.</source>
        <translation>归一化与 Dropout 保留的内容：%1 个张量 rank 上相同；序列并行可将其分摊。</translation>
    </message>
    <message>
        <source>What attention and MLP keep for the backward.</source>
        <translation>注意力与 MLP 为反向保留的内容。</translation>
    </message>
    <message>
        <source>What attention and MLP keep: each of %1 tensor ranks has its heads and its columns.</source>
        <translation>注意力与 MLP 保留的内容：%1 个张量 rank 各有自己的头与列。</translation>
    </message>
    <message>
        <source>Layer %1, stage %2: its weights</source>
        <translation>第 %1 层，阶段 %2：其权重</translation>
    </message>
</context>
<context>
    <name>SlowRank</name>
    <message>
        <source>F, forward</source>
        <translation>F，前向</translation>
    </message>
    <message>
        <source>B, backward</source>
        <translation>B，反向</translation>
    </message>
    <message>
        <source>I, input gradient</source>
        <translation>I，输入梯度</translation>
    </message>
    <message>
        <source>W, weight gradient</source>
        <translation>W，权重梯度</translation>
    </message>
    <message>
        <source>None of its slow steps is kept any more.</source>
        <translation>它的慢步都已不再保留。</translation>
    </message>
    <message>
        <source>Step: %1 before, %2 since (%3).</source>
        <translation>每步：此前 %1，此后 %2（%3）。</translation>
    </message>
    <message>
        <source>The other ranks wait for it: idle %1 of the step before, %2 since.</source>
        <translation>其他 rank 在等待它：空闲占比此前 %1，此后 %2。</translation>
    </message>
    <message>
        <source>It waits in collectives more than before, too: %1 of the step, then %2.</source>
        <translation>它在集合通信中的等待也增加了：占比由 %1 变为 %2。</translation>
    </message>
    <message>
        <source>It does not wait: what it computes takes longer.</source>
        <translation>它没有等待：是其计算变慢了。</translation>
    </message>
    <message>
        <source>No step from before is kept; it is held against the prediction.</source>
        <translation>没有保留此前的步；与预测相比。</translation>
    </message>
    <message>
        <source>Not all its ops are slower alike: look at what the slowest kind alone does, such as reading data or computing activations again.</source>
        <translation>各类操作变慢的程度不同：请查看最慢的一类独有的工作，如读取数据或重计算激活。</translation>
    </message>
    <message>
        <source>All its ops are slower alike: look at the clock, the power and the temperature of its GPU on the page Devices, and for another program on it (nvidia-smi).</source>
        <translation>各类操作同样变慢：请在“设备”页查看其 GPU 的时钟频率、功率和温度，并检查是否有其他程序占用（nvidia-smi）。</translation>
    </message>
    <message>
        <source>All its ops are slower alike: look on its host for another program on the same cores (top), and at the clock and the temperature of the processor.</source>
        <translation>各类操作同样变慢：请在其主机上检查是否有其他程序占用相同的核（top），并查看处理器的时钟频率和温度。</translation>
    </message>
    <message>
        <source>Once the run has ended, run the same strategy again (A/A test): if rank %1 is slow again, it is its place or its share of the work; if another is, the machines are not quiet.</source>
        <translation>运行结束后请再次运行同一策略（A/A 测试）：若仍是 rank %1 慢，则是其位置或所分工作所致；若换成别的 rank，则是机器受到干扰。</translation>
    </message>
    <message>
        <source>If it stays so, give the rank fewer layers, or leave its host out.</source>
        <translation>若持续如此，请给该 rank 少分几层，或不用其主机。</translation>
    </message>
    <message>
        <source>In the steps that are kept, what it computes takes no longer than before.</source>
        <translation>在保留的各步中，它的计算并不比此前慢。</translation>
    </message>
</context>
<context>
    <name>Source</name>
    <message>
        <source>Source: %1</source>
        <translation>依据：%1</translation>
    </message>
</context>
<context>
    <name>StartPage</name>
    <message>
        <source>%1 ranks</source>
        <translation>%1 个 rank</translation>
    </message>
    <message>
        <source>First run</source>
        <translation>首次运行</translation>
    </message>
    <message>
        <source>Naive model parallelism</source>
        <translation>朴素模型并行</translation>
    </message>
    <message>
        <source>GPipe</source>
        <translation>GPipe</translation>
    </message>
    <message>
        <source>Interleaved 1F1B</source>
        <translation>交错式 1F1B</translation>
    </message>
    <message>
        <source>Uneven layers, 5 and 3</source>
        <translation>层数不等：5 与 3</translation>
    </message>
    <message>
        <source>Virtual pipeline of 16 layers</source>
        <translation>16 层的虚拟流水线</translation>
    </message>
    <message>
        <source>Thirty-two emulated ranks</source>
        <translation>32 个仿真 rank</translation>
    </message>
    <message>
        <source>Data 2, tensor 2, pipeline 2</source>
        <translation>数据 2、张量 2、流水线 2</translation>
    </message>
    <message>
        <source>Tensor 4, pipeline 4, data 2</source>
        <translation>张量 4、流水线 4、数据 2</translation>
    </message>
    <message>
        <source>Tiny GPT</source>
        <translation>小型 GPT</translation>
    </message>
    <message>
        <source>GPT-2 124M</source>
        <translation>GPT-2 124M</translation>
    </message>
    <message>
        <source>GPT-3 175B on 1024 A100</source>
        <translation>GPT-3 175B（1024 张 A100）</translation>
    </message>
    <message>
        <source>BLOOM 176B on 384 A100</source>
        <translation>BLOOM 176B（384 张 A100）</translation>
    </message>
    <message>
        <source>Llama 3 405B on 8192 H100</source>
        <translation>Llama 3 405B（8192 张 H100）</translation>
    </message>
    <message>
        <source>MT-NLG 530B on 2240 A100</source>
        <translation>MT-NLG 530B（2240 张 A100）</translation>
    </message>
    <message>
        <source>DeepSeek-V3 on 2048 H800</source>
        <translation>DeepSeek-V3（2048 张 H800）</translation>
    </message>
    <message>
        <source>GPT 1T on 3072 A100</source>
        <translation>GPT 1T（3072 张 A100）</translation>
    </message>
</context>
<context>
    <name>Sweep</name>
    <message>
        <source>no such strategy</source>
        <translation>没有这样的策略</translation>
    </message>
    <message>
        <source>does not fit</source>
        <translation>放不下</translation>
    </message>
    <message>
        <source>the strategy as it is</source>
        <translation>当前的策略</translation>
    </message>
    <message>
        <source>none of them fits</source>
        <translation>全都放不下</translation>
    </message>
    <message>
        <source>not swept yet</source>
        <translation>尚未扫描</translation>
    </message>
    <message>
        <source>Most tokens/s that fits</source>
        <translation>放得下的最高词元/秒</translation>
    </message>
    <message>
        <source>Tokens/s</source>
        <translation>词元/秒</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>单步时间</translation>
    </message>
    <message>
        <source>Bubble</source>
        <translation>气泡</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>of %1 strategies</source>
        <translation>共 %1 个策略</translation>
    </message>
    <message>
        <source>%1: %2 to %3</source>
        <translation>%1：%2 到 %3</translation>
    </message>
    <message>
        <source>80 % interval</source>
        <translation>80% 区间</translation>
    </message>
</context>
<context>
    <name>Verdict</name>
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
        <source>Share of the device&apos;s peak that the model&apos;s own FLOPs reach: %1 TFLOP/s per device, attention counted in full (not causal). With recomputation: %2 (HFU)</source>
        <translation>模型自身 FLOPs 达到设备峰值的比例：每设备 %1 TFLOP/s，注意力按全部词元对计（不按因果减半）。含重计算：%2（HFU）</translation>
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
    <message>
        <source>Memory, fits</source>
        <translation>显存（放得下）</translation>
    </message>
    <message>
        <source>Memory, too little by %1</source>
        <translation>显存（不足 %1）</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
</context>
<context>
    <name>gui::AlarmDetail</name>
    <message>
        <source>Alarm</source>
        <translation>告警</translation>
    </message>
    <message>
        <source>Evidence</source>
        <translation>证据</translation>
    </message>
    <message>
        <source>What to do next</source>
        <translation>下一步</translation>
    </message>
    <message>
        <source>Run it again (A/A test)…</source>
        <translation>再次运行（A/A 测试）…</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>此前</translation>
    </message>
    <message>
        <source>Since</source>
        <translation>此后</translation>
    </message>
    <message>
        <source>Slower</source>
        <translation>变慢</translation>
    </message>
    <message>
        <source>Other ranks</source>
        <translation>其他 rank</translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>What its ops take</source>
        <translation>其各类操作的耗时</translation>
    </message>
    <message>
        <source>Nothing is wrong, as far as is known.</source>
        <translation>目前没有发现问题。</translation>
    </message>
    <message>
        <source>No run is shown.</source>
        <translation>没有显示任何运行。</translation>
    </message>
    <message>
        <source>Show step %1 on the timeline</source>
        <translation>在时间线上显示第 %1 步</translation>
    </message>
    <message>
        <source>The run goes on, and two at once would disturb each other</source>
        <translation>运行仍在进行，两个同时运行会互相干扰</translation>
    </message>
    <message>
        <source>Run the same strategy once more, in a tab of its own, and compare the steps of both</source>
        <translation>在单独的标签页中再次运行同一策略，并对比两者的训练步</translation>
    </message>
    <message>
        <source>this run</source>
        <translation>此运行</translation>
    </message>
    <message>
        <source>A/A: %1</source>
        <translation>A/A：%1</translation>
    </message>
    <message>
        <source>Show the step on the timeline</source>
        <translation>在时间线上显示该步</translation>
    </message>
    <message>
        <source>Watched: ranks that slow down, steps against their prediction, the pace of an emulation, the loss, memory, second runs of ops, the recording, and whether the run makes progress.</source>
        <translation>监视的内容：变慢的 rank、与预测相比的训练步、仿真的进度、损失、显存、操作的第二次计算、记录，以及运行是否有进展。</translation>
    </message>
</context>
<context>
    <name>gui::AlarmModel</name>
    <message>
        <source>%1 (%2 times)</source>
        <translation>%1（%2 次）</translation>
    </message>
    <message>
        <source>, ended</source>
        <translation>，已结束</translation>
    </message>
    <message>
        <source>, acknowledged</source>
        <translation>，已确认</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>训练步</translation>
    </message>
    <message>
        <source>Alarm</source>
        <translation>告警</translation>
    </message>
    <message>
        <source>Seen at</source>
        <translation>出现时间</translation>
    </message>
</context>
<context>
    <name>gui::AlarmNotices</name>
    <message numerus="yes">
        <source>and %n more alarms</source>
        <translation>
            <numerusform>另有 %n 条告警</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>gui::AlarmPage</name>
    <message>
        <source>Alarms</source>
        <translation>告警</translation>
    </message>
    <message>
        <source>Rules…</source>
        <translation>规则…</translation>
    </message>
    <message>
        <source>Alarm rules</source>
        <translation>告警规则</translation>
    </message>
    <message>
        <source>Which alarms are raised, and their thresholds</source>
        <translation>发出哪些告警及其阈值</translation>
    </message>
</context>
<context>
    <name>gui::AlarmRulesDialog</name>
    <message>
        <source>Slow from</source>
        <translation>慢于</translation>
    </message>
    <message>
        <source> times</source>
        <translation> 倍</translation>
    </message>
    <message>
        <source>Longer than predicted by</source>
        <translation>比预测长</translation>
    </message>
    <message>
        <source> %</source>
        <translation> %</translation>
    </message>
    <message>
        <source>Share of the device&apos;s memory</source>
        <translation>设备显存占比</translation>
    </message>
    <message>
        <source>Loss over its median by</source>
        <translation>损失超出中位数</translation>
    </message>
    <message>
        <source>No progress for</source>
        <translation>无进展超过</translation>
    </message>
    <message>
        <source> s</source>
        <translation> s</translation>
    </message>
    <message>
        <source>Notify the desktop while another window is in front</source>
        <translation>其他窗口在前时发送桌面通知</translation>
    </message>
    <message>
        <source>Alarms of a run</source>
        <translation>运行的告警</translation>
    </message>
    <message>
        <source>OK</source>
        <translation>确定</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>gui::Application</name>
    <message>
        <source>%1 cannot be written: there is no directory %2 one may write in</source>
        <translation>无法写入 %1：目录 %2 不存在或不可写</translation>
    </message>
    <message>
        <source>%1 is a trace; pictures and reports can be made of strategies and runs alone</source>
        <translation>%1 是跟踪文件；图片和报告只能由策略和运行生成</translation>
    </message>
</context>
<context>
    <name>gui::AreaTable</name>
    <message>
        <source>Forward</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>Backward</source>
        <translation>反向</translation>
    </message>
    <message>
        <source>Input gradient</source>
        <translation>输入梯度</translation>
    </message>
    <message>
        <source>Weight gradient</source>
        <translation>权重梯度</translation>
    </message>
    <message>
        <source>Recomputation</source>
        <translation>重计算</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>优化器</translation>
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
        <source>No data</source>
        <translation>无数据</translation>
    </message>
    <message>
        <source>Outside</source>
        <translation>步外</translation>
    </message>
    <message>
        <source>The area</source>
        <translation>所选区域</translation>
    </message>
    <message>
        <source>Where the time of the area went</source>
        <translation>区域内的时间去向</translation>
    </message>
    <message>
        <source>Area: %1 of rank %2</source>
        <translation>区域：rank %2 的 %1</translation>
    </message>
    <message>
        <source>Area: %1 of ranks %2 to %3</source>
        <translation>区域：rank %2 到 %3 的 %1</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>Bubble</source>
        <translation>气泡</translation>
    </message>
    <message>
        <source>%1: %2, %3 of the area</source>
        <translation>%1：%2，占区域的 %3</translation>
    </message>
    <message>
        <source>new</source>
        <translation>新增</translation>
    </message>
    <message>
        <source>All</source>
        <translation>合计</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1%</translation>
    </message>
    <message>
        <source>Exposed transfer</source>
        <translation>未掩盖的传输</translation>
    </message>
    <message>
        <source>Exposed collective</source>
        <translation>未掩盖的集合通信</translation>
    </message>
    <message>
        <source>%1 × %2, mean</source>
        <translation>%1 × %2，平均</translation>
    </message>
    <message>
        <source>%1: %2 on average; ops of the kind in the area: %3</source>
        <translation>%1：平均 %2；区域内同类操作数：%3</translation>
    </message>
</context>
<context>
    <name>gui::Autosave</name>
    <message>
        <source>no file can be made in %1</source>
        <translation>无法在 %1 中创建文件</translation>
    </message>
    <message>
        <source>A crash would lose unsaved changes: %1</source>
        <translation>若程序崩溃，未保存的修改将会丢失：%1</translation>
    </message>
</context>
<context>
    <name>gui::BarRows</name>
    <message>
        <source>all ranks</source>
        <translation>全部 rank</translation>
    </message>
    <message>
        <source>share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>rank %1</translation>
    </message>
    <message>
        <source>%1 more ranks are not drawn.</source>
        <translation>另有 %1 个 rank 未画出。</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>W</source>
        <translation>W</translation>
    </message>
    <message>
        <source>gradients</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>G</source>
        <translation>G</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>O</source>
        <translation>O</translation>
    </message>
    <message>
        <source>activations</source>
        <translation>激活</translation>
    </message>
    <message>
        <source>A</source>
        <translation>A</translation>
    </message>
    <message>
        <source>other</source>
        <translation>其他</translation>
    </message>
    <message>
        <source>◀ fullest</source>
        <translation>◀ 占用最多</translation>
    </message>
    <message>
        <source>device: %1</source>
        <translation>设备：%1</translation>
    </message>
    <message>
        <source>a microbatch of a stage that is in flight, at the most</source>
        <translation>峰值时在途的一个（微批次，阶段）对</translation>
    </message>
    <message>
        <source>a microbatch that is in flight, at the most</source>
        <translation>峰值时在途的一个微批次</translation>
    </message>
    <message>
        <source>◀ most</source>
        <translation>◀ 最多</translation>
    </message>
    <message>
        <source>in flight at the most: %1</source>
        <translation>最大在途数：%1</translation>
    </message>
    <message>
        <source>to the rank with the higher number</source>
        <translation>发往编号较大的 rank</translation>
    </message>
    <message>
        <source>to the one with the lower number</source>
        <translation>发往编号较小的 rank</translation>
    </message>
    <message>
        <source>%1 ↔ %2</source>
        <translation>%1 ↔ %2</translation>
    </message>
    <message>
        <source>rank %1 sends %2 messages to rank %3, and gets %4</source>
        <translation>rank %1 向 rank %3 发送 %2 条消息，收到 %4 条</translation>
    </message>
    <message>
        <source>%1 messages in a step</source>
        <translation>一步共 %1 条消息</translation>
    </message>
</context>
<context>
    <name>gui::BracketInput</name>
    <message>
        <source>Drag over the row of the rank in the picture, or type how long the stretch is.</source>
        <translation>在图中该 rank 的行上拖动，或输入这段时间的长度。</translation>
    </message>
    <message>
        <source>Length in %1</source>
        <translation>长度（%1）</translation>
    </message>
</context>
<context>
    <name>gui::BuildBar</name>
    <message>
        <source>Help:</source>
        <translation>提示：</translation>
    </message>
    <message>
        <source>Errors</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>Says only why an op was refused</source>
        <translation>只说明操作被拒绝的原因</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>就绪</translation>
    </message>
    <message>
        <source>Shows which ops have their input</source>
        <translation>标出输入已就绪的操作</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>下一个</translation>
    </message>
    <message>
        <source>Rings an op that could be laid next</source>
        <translation>圈出接下来可以排的一个操作</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Takes the last change back (Ctrl+Z)</source>
        <translation>撤销上一次修改（Ctrl+Z）</translation>
    </message>
    <message>
        <source>How it goes</source>
        <translation>进展</translation>
    </message>
</context>
<context>
    <name>gui::BuildLanes</name>
    <message>
        <source>Lanes to lay ops on</source>
        <translation>排操作的泳道</translation>
    </message>
    <message>
        <source>%1 of rank %2, laid</source>
        <translation>rank %2 的 %1，已排</translation>
    </message>
    <message>
        <source>%1 of rank %2, not laid, its input is there</source>
        <translation>rank %2 的 %1，未排，输入已就绪</translation>
    </message>
    <message>
        <source>%1 of rank %2, not laid</source>
        <translation>rank %2 的 %1，未排</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>rank %1</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
</context>
<context>
    <name>gui::BuildWords</name>
    <message>
        <source>The step takes %1; most in flight: %2.</source>
        <translation>一步用时 %1；最大在途数：%2。</translation>
    </message>
    <message>
        <source>So far %1; most in flight: %2.</source>
        <translation>目前 %1；最大在途数：%2。</translation>
    </message>
    <message>
        <source>%1 waits for %2, which is not laid yet.</source>
        <translation>%1 等待 %2，而后者还没有排。</translation>
    </message>
    <message>
        <source>%1 waits for %2, which cannot run yet.</source>
        <translation>%1 等待 %2，而后者还不能运行。</translation>
    </message>
    <message>
        <source>%1 stands behind %2, which cannot run yet.</source>
        <translation>%1 排在 %2 之后，而后者还不能运行。</translation>
    </message>
    <message>
        <source>%1 waits for %2, which waits for it.</source>
        <translation>%1 等待 %2，而后者又在等待它。</translation>
    </message>
    <message>
        <source>This takes the same times as %1.</source>
        <translation>各操作的时刻与 %1 相同。</translation>
    </message>
    <message>
        <source>This is %1.</source>
        <translation>这就是 %1。</translation>
    </message>
    <message>
        <source>This takes the same times as %1. No order of this placement is shorter.</source>
        <translation>各操作的时刻与 %1 相同。此放置下没有更短的顺序。</translation>
    </message>
    <message>
        <source>This is %1. No order of this placement is shorter.</source>
        <translation>这就是 %1。此放置下没有更短的顺序。</translation>
    </message>
    <message>
        <source>No order of this placement is shorter.</source>
        <translation>此放置下没有更短的顺序。</translation>
    </message>
    <message>
        <source>the bound of this placement</source>
        <translation>此放置的下限</translation>
    </message>
    <message>
        <source>%1 above %2.</source>
        <comment>a percentage, a bound</comment>
        <translation>比%2高 %1。</translation>
    </message>
    <message>
        <source>This takes the same times as %1, %2 above %3.</source>
        <translation>各操作的时刻与 %1 相同，比%3高 %2。</translation>
    </message>
    <message>
        <source>This is %1, %2 above %3.</source>
        <comment>a schedule, a percentage, a bound</comment>
        <translation>这就是 %1，比%3高 %2。</translation>
    </message>
    <message>
        <source>the bound of this placement with split backwards</source>
        <translation>此放置在拆分反向时的下限</translation>
    </message>
</context>
<context>
    <name>gui::CalibrationStrip</name>
    <message>
        <source>Your guesses beside the truth</source>
        <translation>猜测与真值的对照</translation>
    </message>
    <message>
        <source>half</source>
        <translation>一半</translation>
    </message>
    <message>
        <source>the truth</source>
        <translation>真值</translation>
    </message>
    <message>
        <source>twice</source>
        <translation>两倍</translation>
    </message>
</context>
<context>
    <name>gui::ChallengeGame</name>
    <message>
        <source>%1: %2. What you lay is not kept until the file is gone.</source>
        <translation>%1：%2。删除该文件之前，排好的内容不会保存。</translation>
    </message>
</context>
<context>
    <name>gui::ChallengeLanes</name>
    <message>
        <source>Put it away</source>
        <translation>收起</translation>
    </message>
    <message>
        <source>The order of %1</source>
        <translation>%1 的顺序</translation>
    </message>
</context>
<context>
    <name>gui::ChallengeView</name>
    <message>
        <source>A click lays an op at the end of its lane; drag it to lay it between others. The right button takes one away. Keys: the arrows choose a rank and an op, a digit the microbatch, F, B, I and W the kind; Enter lays it, Delete takes it away, S splits a backward.</source>
        <translation>单击把操作排到其泳道末尾；拖动可排到其他操作之间。右键取走操作。按键：方向键选择 rank 和操作，数字键选择微批次，F、B、I、W 选择种类；Enter 排入，Delete 取走，S 拆分反向。</translation>
    </message>
    <message>
        <source>Save entry</source>
        <translation>保存作品</translation>
    </message>
    <message>
        <source>The entry&apos;s file is named after you. How are you called?</source>
        <translation>作品的文件以作者命名。请输入姓名。</translation>
    </message>
    <message>
        <source>Order of ops</source>
        <translation>操作顺序</translation>
    </message>
    <message>
        <source>Saved as %1.</source>
        <translation>已保存 %1。</translation>
    </message>
    <message>
        <source>Challenge of</source>
        <translation>挑战日期</translation>
    </message>
    <message>
        <source>Day of the challenge</source>
        <translation>挑战的日期</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>今天</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Start again</source>
        <translation>重新开始</translation>
    </message>
    <message>
        <source>Start from 1F1B</source>
        <translation>从 1F1B 开始</translation>
    </message>
    <message>
        <source>Lays 1F1B, held within the cap, to be improved</source>
        <translation>排出不超过在途上限的 1F1B，供进一步改进</translation>
    </message>
    <message>
        <source>Save entry…</source>
        <translation>保存作品…</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>缩小</translation>
    </message>
    <message>
        <source>Shows the lanes shorter (−)</source>
        <translation>缩短泳道的显示（−）</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>放大</translation>
    </message>
    <message>
        <source>Shows the lanes longer (+)</source>
        <translation>拉长泳道的显示（+）</translation>
    </message>
    <message>
        <source>What is asked</source>
        <translation>要求</translation>
    </message>
    <message>
        <source>What is to be beaten</source>
        <translation>要超过的目标</translation>
    </message>
    <message>
        <source>What the ops take</source>
        <translation>各类操作的用时</translation>
    </message>
    <message>
        <source>How far it is laid</source>
        <translation>排列的进展</translation>
    </message>
    <message>
        <source>What is said to it</source>
        <translation>反馈</translation>
    </message>
</context>
<context>
    <name>gui::ClickInput</name>
    <message>
        <source>Click the ops in order, or type them: 0F0, 1B0.</source>
        <translation>按顺序单击各操作，或输入：0F0, 1B0。</translation>
    </message>
    <message>
        <source>Click an op in the picture, or type it: 1B0.</source>
        <translation>单击图中的操作，或输入：1B0。</translation>
    </message>
    <message>
        <source>Click a rank in the picture, or type its number.</source>
        <translation>单击图中的 rank，或输入其编号。</translation>
    </message>
    <message>
        <source>Click the ranks in their order, or type them: 0, 1, 1, 0.</source>
        <translation>按顺序单击各 rank，或输入：0, 1, 1, 0。</translation>
    </message>
    <message>
        <source>Click all of the ranks, or type them: 0, 1, 8, 9.</source>
        <translation>单击所有符合的 rank，或输入：0, 1, 8, 9。</translation>
    </message>
    <message>
        <source>Click all of the layers, or type them: 0, 1, 8, 9.</source>
        <translation>单击所有符合的层，或输入：0, 1, 8, 9。</translation>
    </message>
    <message>
        <source>Click a layer in the picture, or type its number.</source>
        <translation>单击图中的层，或输入其编号。</translation>
    </message>
    <message>
        <source>Your answer</source>
        <translation>答案</translation>
    </message>
    <message>
        <source>An op is its stage, its letter and its microbatch: 1B0.</source>
        <translation>操作由阶段、字母和微批次组成：1B0。</translation>
    </message>
    <message>
        <source>Whole numbers from 0 on, with blanks between them.</source>
        <translation>从 0 起的整数，以空格分隔。</translation>
    </message>
</context>
<context>
    <name>gui::ClusterState</name>
    <message>
        <source>The devices are drawn once the strategy has no problems.</source>
        <translation>策略没有问题时才绘制设备。</translation>
    </message>
    <message>
        <source>%1 devices are too many to draw.</source>
        <translation>%1 个设备过多，无法绘制。</translation>
    </message>
</context>
<context>
    <name>gui::ColourScale</name>
    <message>
        <source>Scale of the colours</source>
        <translation>颜色刻度</translation>
    </message>
    <message>
        <source>all alike: %1</source>
        <translation>全部相同：%1</translation>
    </message>
    <message>
        <source>%1 nodes</source>
        <translation>%1 个节点</translation>
    </message>
</context>
<context>
    <name>gui::CommandPalette</name>
    <message>
        <source>Find a command</source>
        <translation>查找命令</translation>
    </message>
    <message>
        <source>Type a part of a command&apos;s name</source>
        <translation>输入命令名称的一部分</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Why there are no commands</source>
        <translation>没有命令的原因</translation>
    </message>
    <message>
        <source>No command matches &quot;%1&quot;</source>
        <translation>没有与“%1”匹配的命令</translation>
    </message>
</context>
<context>
    <name>gui::ComparisonSheet</name>
    <message>
        <source>Where the time of each goes</source>
        <translation>各项的时间去向</translation>
    </message>
    <message>
        <source>Where the time goes</source>
        <translation>时间去向</translation>
    </message>
    <message>
        <source>Timelines</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>Comparison, on one axis of time</source>
        <translation>对比，同一时间轴</translation>
    </message>
</context>
<context>
    <name>gui::ComparisonView</name>
    <message>
        <source>Another &amp;schedule</source>
        <translation>其他调度(&amp;S)</translation>
    </message>
    <message>
        <source>Timelines of what is compared</source>
        <translation>各对比项的时间线</translation>
    </message>
    <message>
        <source>Comparing…</source>
        <translation>正在对比…</translation>
    </message>
    <message>
        <source>State of the comparison</source>
        <translation>对比状态</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>Add to the comparison</source>
        <translation>加入对比</translation>
    </message>
    <message>
        <source>Remove it from the comparison</source>
        <translation>从对比中移除</translation>
    </message>
    <message>
        <source>Move it up</source>
        <translation>上移</translation>
    </message>
    <message>
        <source>Move it down</source>
        <translation>下移</translation>
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
        <source>Copy the numbers as text, CSV, Markdown or LaTeX</source>
        <translation>把数字复制为文本、CSV、Markdown 或 LaTeX</translation>
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
        <source>As &amp;LaTeX</source>
        <translation>LaTeX(&amp;L)</translation>
    </message>
    <message>
        <source>Numbers of what is compared</source>
        <translation>各对比项的数字</translation>
    </message>
    <message>
        <source>What is compared</source>
        <translation>对比项</translation>
    </message>
    <message>
        <source>Under another schedule each rank&apos;s share of the model is divided over its chunks.</source>
        <translation>换用其他调度时，每个 rank 承担的模型部分分摊到它的各模型块。</translation>
    </message>
    <message>
        <source>%1 are compared, which is the maximum</source>
        <translation>已对比 %1 项，达到上限</translation>
    </message>
    <message>
        <source>copied the numbers</source>
        <translation>已复制数字</translation>
    </message>
    <message>
        <source>Add an open strategy, a step of a run, an imported trace or another schedule (Ins)</source>
        <translation>添加已打开的策略、运行的一步、导入的跟踪或其他调度（Ins）</translation>
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
    <name>gui::CourseMap</name>
    <message>
        <source>%1 min</source>
        <translation>%1 分钟</translation>
    </message>
    <message>
        <source>%1 · done</source>
        <comment>minutes</comment>
        <translation>%1 · 已完成</translation>
    </message>
    <message>
        <source>%1 · %2 of %3</source>
        <comment>minutes, steps that are passed, all</comment>
        <translation>%1 · %2 / %3</translation>
    </message>
    <message>
        <source>Comes after %1</source>
        <comment>numbers of lessons</comment>
        <translation>先学第 %1 课</translation>
    </message>
    <message>
        <source>Afterwards you can %1</source>
        <translation>学完后能够：%1</translation>
    </message>
    <message>
        <source>It needs: %1</source>
        <translation>先修：%1</translation>
    </message>
</context>
<context>
    <name>gui::CoursePage</name>
    <message>
        <source>Why nothing is listed</source>
        <translation>没有结果的原因</translation>
    </message>
    <message>
        <source>How far you are</source>
        <translation>学习进展</translation>
    </message>
    <message>
        <source>What to learn from</source>
        <translation>学习内容</translation>
    </message>
    <message>
        <source>Course</source>
        <translation>课程</translation>
    </message>
    <message>
        <source>Schedules</source>
        <translation>调度</translation>
    </message>
    <message>
        <source>Find a term</source>
        <translation>查找术语</translation>
    </message>
    <message>
        <source>Find a term in the course</source>
        <translation>在课程中查找术语</translation>
    </message>
    <message>
        <source>Today&apos;s challenge</source>
        <translation>今日挑战</translation>
    </message>
    <message>
        <source>A schedule a day, the same for everybody: lay a better one</source>
        <translation>每天一个调度，人人相同：排出更好的</translation>
    </message>
    <message>
        <source>The course</source>
        <translation>课程</translation>
    </message>
    <message>
        <source>Your own lessons</source>
        <translation>我的课</translation>
    </message>
    <message>
        <source>Your progress</source>
        <translation>学习进度</translation>
    </message>
    <message>
        <source>Practice: 1 question</source>
        <translation>练习：1 题</translation>
    </message>
    <message>
        <source>Practice: %1 questions</source>
        <translation>练习：%1 题</translation>
    </message>
    <message>
        <source>Steps that you passed 1, 3 or 7 days ago, with other values</source>
        <translation>1、3 或 7 天前通过的题，换一组值</translation>
    </message>
    <message>
        <source>No lesson speaks of “%1”.</source>
        <translation>没有哪一课提到“%1”。</translation>
    </message>
</context>
<context>
    <name>gui::DeviceCard</name>
    <message>
        <source>The device</source>
        <translation>该设备</translation>
    </message>
    <message>
        <source>Where it stands</source>
        <translation>所处位置</translation>
    </message>
    <message>
        <source>What its step is like</source>
        <translation>其训练步的情况</translation>
    </message>
    <message>
        <source>Its groups</source>
        <translation>其所属的组</translation>
    </message>
    <message>
        <source>No device is selected</source>
        <translation>未选择设备</translation>
    </message>
    <message>
        <source>Click a device to see where it stands, which groups it forms with others, and how its step goes.</source>
        <translation>单击设备可查看其位置、与其他设备组成的组以及训练步的情况。</translation>
    </message>
    <message>
        <source>Device %1</source>
        <translation>设备 %1</translation>
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
    <name>gui::DevicePage</name>
    <message>
        <source>&amp;Colour</source>
        <translation>颜色(&amp;C)</translation>
    </message>
    <message>
        <source>What the devices are coloured by</source>
        <translation>设备按什么着色</translation>
    </message>
    <message>
        <source>Bandwidth of the links</source>
        <translation>链路带宽</translation>
    </message>
</context>
<context>
    <name>gui::DeviceView</name>
    <message>
        <source>Devices by node</source>
        <translation>按节点显示设备</translation>
    </message>
    <message>
        <source>Devices in sight</source>
        <translation>可见的设备</translation>
    </message>
</context>
<context>
    <name>gui::Dialog</name>
    <message>
        <source>saved %1</source>
        <translation>已保存 %1</translation>
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
    <name>gui::DocumentTabs</name>
    <message>
        <source>Open documents</source>
        <translation>已打开的文档</translation>
    </message>
</context>
<context>
    <name>gui::Drawer</name>
    <message>
        <source>Drawer</source>
        <translation>底部面板</translation>
    </message>
    <message>
        <source>Tabs of the drawer</source>
        <translation>底部面板的页</translation>
    </message>
    <message>
        <source>Close the drawer</source>
        <translation>收起底部面板</translation>
    </message>
</context>
<context>
    <name>gui::Exploration</name>
    <message>
        <source>The strategy needs a model</source>
        <translation>策略需要一个模型</translation>
    </message>
    <message>
        <source>The strategy has problems, which its editor names</source>
        <translation>策略有问题，编辑器中有说明</translation>
    </message>
</context>
<context>
    <name>gui::ExportCommands</name>
    <message>
        <source>there is nothing to export yet</source>
        <translation>还没有可导出的内容</translation>
    </message>
    <message>
        <source>Export a report</source>
        <translation>导出报告</translation>
    </message>
    <message>
        <source>Web pages</source>
        <translation>网页</translation>
    </message>
    <message>
        <source>Export a Chrome trace</source>
        <translation>导出 Chrome 跟踪</translation>
    </message>
    <message>
        <source>Chrome traces</source>
        <translation>Chrome 跟踪</translation>
    </message>
    <message>
        <source>saved %1</source>
        <translation>已保存 %1</translation>
    </message>
</context>
<context>
    <name>gui::ExportDialog</name>
    <message>
        <source>Save as…</source>
        <translation>另存为…</translation>
    </message>
    <message>
        <source>Export to another framework</source>
        <translation>导出到其他框架</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>What the file will say</source>
        <translation>文件内容预览</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
</context>
<context>
    <name>gui::FigureDialog</name>
    <message>
        <source>There is not enough memory for this picture; choose a smaller scale</source>
        <translation>没有足够的主机内存绘制此图；请减小缩放倍数</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>另存为…</translation>
    </message>
    <message>
        <source>Export a figure</source>
        <translation>导出插图</translation>
    </message>
    <message>
        <source>Figure</source>
        <translation>插图</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>尺寸</translation>
    </message>
    <message>
        <source>3.3 in wide, one column</source>
        <translation>宽 3.3 英寸，单栏</translation>
    </message>
    <message>
        <source>6.9 in wide, a whole page</source>
        <translation>宽 6.9 英寸，通栏</translation>
    </message>
    <message>
        <source>Slide, 13.33 × 7.5 in</source>
        <translation>幻灯片，13.33 × 7.5 英寸</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>SVG</source>
        <translation>SVG</translation>
    </message>
    <message>
        <source>PDF</source>
        <translation>PDF</translation>
    </message>
    <message>
        <source>PNG</source>
        <translation>PNG</translation>
    </message>
    <message>
        <source>Scale</source>
        <translation>缩放</translation>
    </message>
    <message>
        <source>1×, 96 dpi</source>
        <translation>1×，96 dpi</translation>
    </message>
    <message>
        <source>2×</source>
        <translation>2×</translation>
    </message>
    <message>
        <source>3×</source>
        <translation>3×</translation>
    </message>
    <message>
        <source>4×</source>
        <translation>4×</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>训练步</translation>
    </message>
    <message>
        <source>Predicted and measured</source>
        <translation>预测与实测</translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>The whole step</source>
        <translation>整个训练步</translation>
    </message>
    <message>
        <source>The visible part</source>
        <translation>可见部分</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>标题</translation>
    </message>
    <message>
        <source>Legend</source>
        <translation>图例</translation>
    </message>
    <message>
        <source>Phases over the rows</source>
        <translation>各行上方的阶段标注</translation>
    </message>
    <message>
        <source>Names of ops and chunks</source>
        <translation>操作与模型块的名称</translation>
    </message>
    <message>
        <source>Readable in black and white</source>
        <translation>黑白可读</translation>
    </message>
    <message>
        <source>Predicted ops over measured ones</source>
        <translation>在实测操作上叠加预测的操作</translation>
    </message>
    <message>
        <source>Critical path</source>
        <translation>关键路径</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>The selected area</source>
        <translation>所选区域</translation>
    </message>
    <message>
        <source>Inside ops, and kernels</source>
        <translation>操作内部与内核</translation>
    </message>
</context>
<context>
    <name>gui::FigurePreview</name>
    <message>
        <source>Preview</source>
        <translation>预览</translation>
    </message>
</context>
<context>
    <name>gui::FileCommands</name>
    <message>
        <source>Save the strategy</source>
        <translation>保存策略</translation>
    </message>
    <message>
        <source>Unsaved changes</source>
        <translation>未保存的修改</translation>
    </message>
    <message>
        <source>%1 has unsaved changes.</source>
        <translation>%1 有未保存的修改。</translation>
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
        <source>%1 is written in a style whose comments cannot be kept. If you save under another name, this file stays as it is.</source>
        <translation>%1 的写法使其注释无法保留。如果另存为其他文件，则此文件保持不变。</translation>
    </message>
</context>
<context>
    <name>gui::FindBar</name>
    <message>
        <source>Previous match</source>
        <translation>上一个匹配</translation>
    </message>
    <message>
        <source>Next match</source>
        <translation>下一个匹配</translation>
    </message>
    <message>
        <source>Find in the timeline</source>
        <translation>在时间线中查找</translation>
    </message>
    <message>
        <source>What to find</source>
        <translation>查找内容</translation>
    </message>
    <message>
        <source>F3, 2F3, B, rank 2, stage 1, microbatch 7, bubble, &gt; 5 ms, and any of them together</source>
        <translation>F3, 2F3, B, rank 2, stage 1, microbatch 7, bubble, &gt; 5 ms，可任意组合</translation>
    </message>
    <message>
        <source>Matches</source>
        <translation>匹配数</translation>
    </message>
    <message>
        <source>Close the search</source>
        <translation>关闭查找</translation>
    </message>
    <message>
        <source>not understood</source>
        <translation>无法识别</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>1 match</source>
        <translation>1 个匹配</translation>
    </message>
    <message>
        <source>%1 matches</source>
        <translation>%1 个匹配</translation>
    </message>
    <message>
        <source>F3 rank 2  or  bubble &gt; 5 ms</source>
        <translation>F3 rank 2  或  bubble &gt; 5 ms</translation>
    </message>
</context>
<context>
    <name>gui::FrameLayout</name>
    <message>
        <source>Status</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>What is selected</source>
        <translation>所选内容</translation>
    </message>
</context>
<context>
    <name>gui::FrontChart</name>
    <message>
        <source>Step time against peak memory</source>
        <translation>单步时间与峰值显存</translation>
    </message>
    <message>
        <source>step time, s</source>
        <translation>单步时间，s</translation>
    </message>
    <message>
        <source>peak memory, GiB</source>
        <translation>峰值显存，GiB</translation>
    </message>
    <message>
        <source>fits</source>
        <translation>放得下</translation>
    </message>
    <message>
        <source>does not fit</source>
        <translation>放不下</translation>
    </message>
    <message>
        <source>yours</source>
        <translation>当前策略</translation>
    </message>
    <message>
        <source>nothing is both faster and smaller</source>
        <translation>没有既更快又更省显存的</translation>
    </message>
    <message>
        <source>Strategies: %1</source>
        <translation>策略：%1</translation>
    </message>
    <message>
        <source>The fastest:</source>
        <translation>最快的：</translation>
    </message>
</context>
<context>
    <name>gui::GridCells</name>
    <message>
        <source>Devices of the grid</source>
        <translation>网格中的设备</translation>
    </message>
    <message>
        <source>%1: %2, in one node</source>
        <translation>%1：%2，在一个节点内</translation>
    </message>
    <message>
        <source>%1: %2, over more than one node</source>
        <translation>%1：%2，跨多个节点</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>rank %1</translation>
    </message>
    <message>
        <source>rank %1: tensor rank %2, data rank %3, pipeline rank %4, node %5</source>
        <translation>rank %1：张量 rank %2，数据 rank %3，流水线 rank %4，节点 %5</translation>
    </message>
    <message>
        <source>T tensor group</source>
        <translation>T 张量并行组</translation>
    </message>
    <message>
        <source>D data group</source>
        <translation>D 数据并行组</translation>
    </message>
    <message>
        <source>P pipeline group</source>
        <translation>P 流水线并行组</translation>
    </message>
    <message>
        <source>pipeline %1</source>
        <translation>流水线 %1</translation>
    </message>
    <message>
        <source>The grid is drawn once you have answered.</source>
        <translation>回答之后才画出网格。</translation>
    </message>
    <message>
        <source>%1 devices are too many to draw.</source>
        <translation>%1 个设备过多，无法绘制。</translation>
    </message>
    <message>
        <source>data %1</source>
        <translation>数据 %1</translation>
    </message>
</context>
<context>
    <name>gui::GridView</name>
    <message>
        <source>pipeline %1</source>
        <translation>流水线 %1</translation>
    </message>
    <message>
        <source>tensor %1</source>
        <translation>张量 %1</translation>
    </message>
    <message>
        <source>data %1</source>
        <translation>数据 %1</translation>
    </message>
    <message>
        <source>context %1</source>
        <translation>上下文 %1</translation>
    </message>
    <message>
        <source>data %1 × context %2</source>
        <translation>数据 %1 × 上下文 %2</translation>
    </message>
    <message>
        <source>Devices as a grid</source>
        <translation>设备网格</translation>
    </message>
    <message>
        <source>%1 pipeline ranks</source>
        <translation>%1 个流水线 rank</translation>
    </message>
    <message>
        <source>%1 tensor ranks</source>
        <translation>%1 个张量 rank</translation>
    </message>
    <message>
        <source>%1 data ranks</source>
        <translation>%1 个数据 rank</translation>
    </message>
    <message>
        <source>A cube stands for %1: there are %2 devices.</source>
        <translation>一个方块代表 %1：共 %2 个设备。</translation>
    </message>
</context>
<context>
    <name>gui::GroupLegend</name>
    <message>
        <source>Groups of the device</source>
        <translation>设备所属的组</translation>
    </message>
    <message>
        <source>Point at a device, or choose one with the arrow keys, to see its groups</source>
        <translation>指向设备或用方向键选择，可查看其所属的组</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
</context>
<context>
    <name>gui::HandoutDialog</name>
    <message>
        <source>Handout</source>
        <translation>讲义</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>English</source>
        <translation>English</translation>
    </message>
    <message>
        <source>Both, under each other</source>
        <translation>两种语言，上下对照</translation>
    </message>
    <message>
        <source>Answers</source>
        <translation>答案</translation>
    </message>
    <message>
        <source>On pages of their own, at the end</source>
        <translation>单独成页，放在末尾</translation>
    </message>
    <message>
        <source>Left out</source>
        <translation>不含</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>PDF, to print</source>
        <translation>PDF，用于打印</translation>
    </message>
    <message>
        <source>HTML, for a browser</source>
        <translation>HTML，用浏览器查看</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>另存为…</translation>
    </message>
    <message>
        <source>What became of it</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>This lesson has mistakes in it. It can be printed once they are mended.</source>
        <translation>这一课有错误，改正后才能打印。</translation>
    </message>
    <message>
        <source>Making the pages…</source>
        <translation>正在生成页面…</translation>
    </message>
    <message>
        <source>Saved as %1</source>
        <translation>已保存 %1</translation>
    </message>
</context>
<context>
    <name>gui::HelpDialog</name>
    <message>
        <source>Keys</source>
        <translation>按键</translation>
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
    <message>
        <source>No command matches</source>
        <translation>没有匹配的命令</translation>
    </message>
    <message>
        <source>Commands and keys</source>
        <translation>命令与快捷键</translation>
    </message>
    <message>
        <source>Words of a command, or a key</source>
        <translation>命令中的词，或快捷键</translation>
    </message>
    <message>
        <source>Show only</source>
        <translation>只显示</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>What it does</source>
        <translation>作用</translation>
    </message>
</context>
<context>
    <name>gui::HintFoot</name>
    <message>
        <source>Previous sentence</source>
        <translation>上一条</translation>
    </message>
    <message>
        <source>Next sentence</source>
        <translation>下一条</translation>
    </message>
</context>
<context>
    <name>gui::ImportSheet</name>
    <message>
        <source>Iteration shown</source>
        <translation>所显示的迭代</translation>
    </message>
    <message>
        <source>Iteration to look at</source>
        <translation>要查看的迭代</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>调度</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>rank 数</translation>
    </message>
    <message>
        <source>Chunks</source>
        <translation>模型块数</translation>
    </message>
    <message>
        <source>Microbatches</source>
        <translation>微批次数</translation>
    </message>
    <message>
        <source>Tensor, context, data</source>
        <translation>张量、上下文、数据并行</translation>
    </message>
    <message>
        <source>Iterations</source>
        <translation>迭代</translation>
    </message>
    <message>
        <source>Make a strategy of it</source>
        <translation>由此生成策略</translation>
    </message>
    <message>
        <source>Open a tab with this pipeline and schedule, and the costs of the iteration on show</source>
        <translation>在新标签页中打开此流水线与调度，开销取自所显示的迭代</translation>
    </message>
    <message>
        <source>Iteration</source>
        <translation>迭代</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>Bubble</source>
        <translation>气泡</translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>差异</translation>
    </message>
    <message>
        <source>%1, warm-up</source>
        <translation>%1，预热</translation>
    </message>
    <message>
        <source>Predicted from the costs of this iteration</source>
        <translation>依据本次迭代的开销预测</translation>
    </message>
    <message>
        <source>Measured, iteration %1</source>
        <translation>实测，第 %1 次迭代</translation>
    </message>
    <message>
        <source>iteration %1</source>
        <translation>第 %1 次迭代</translation>
    </message>
    <message>
        <source>This is the first iteration of the trace</source>
        <translation>这是跟踪中的第一次迭代</translation>
    </message>
    <message>
        <source>This is the last iteration of the trace</source>
        <translation>这是跟踪中的最后一次迭代</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>单步时间</translation>
    </message>
    <message>
        <source>measured elsewhere; predicted from the costs of this iteration</source>
        <translation>在别处实测；按本次迭代的开销预测</translation>
    </message>
    <message>
        <source>What was assumed</source>
        <translation>所作的假定</translation>
    </message>
    <message>
        <source>Trace</source>
        <translation>跟踪</translation>
    </message>
    <message>
        <source>costs fitted to this iteration</source>
        <translation>按本次迭代拟合的开销</translation>
    </message>
    <message>
        <source>measured, iteration %1</source>
        <translation>实测，第 %1 次迭代</translation>
    </message>
</context>
<context>
    <name>gui::Inspector</name>
    <message>
        <source>What is selected</source>
        <translation>所选内容</translation>
    </message>
    <message>
        <source>Details of the selection</source>
        <translation>所选内容的详情</translation>
    </message>
    <message>
        <source>Nothing is selected</source>
        <translation>未选择任何内容</translation>
    </message>
    <message>
        <source>Click an op or a bubble to see what it waited for, or drag over the rows to see where their time went.</source>
        <translation>单击操作或气泡可查看它在等待什么；在各行上拖动可查看时间去向。</translation>
    </message>
    <message>
        <source>Where its numbers come from</source>
        <translation>其数字的依据</translation>
    </message>
    <message>
        <source>The ranks at its place</source>
        <translation>同一位置的各 rank</translation>
    </message>
    <message>
        <source>Source: %1</source>
        <translation>来源：%1</translation>
    </message>
</context>
<context>
    <name>gui::JobForm</name>
    <message>
        <source>Partition</source>
        <translation>分区</translation>
    </message>
    <message>
        <source>Account</source>
        <translation>账户</translation>
    </message>
    <message>
        <source>QOS</source>
        <translation>QOS</translation>
    </message>
    <message>
        <source>Time limit</source>
        <translation>时限</translation>
    </message>
    <message>
        <source>Slurm&apos;s default</source>
        <translation>Slurm 的默认值</translation>
    </message>
    <message>
        <source>One, or several with commas between them</source>
        <translation>一个，或用逗号分隔的多个</translation>
    </message>
    <message>
        <source>your own</source>
        <translation>您自己的</translation>
    </message>
    <message>
        <source>The account that pays for the job</source>
        <translation>为作业付费的账户</translation>
    </message>
    <message>
        <source>Quality of service</source>
        <translation>服务质量</translation>
    </message>
    <message>
        <source>the partition&apos;s</source>
        <translation>分区的时限</translation>
    </message>
    <message>
        <source>Minutes, hours:minutes:seconds, or days-hours:minutes:seconds: 90, 1:30:00, 2-12:00:00</source>
        <translation>分钟数（如 90），或形如 1:30:00、2-12:00:00 的时长</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>节点数</translation>
    </message>
    <message>
        <source>Ranks per node</source>
        <translation>每节点 rank 数</translation>
    </message>
    <message>
        <source>evenly</source>
        <translation>平均分配</translation>
    </message>
    <message>
        <source>GPUs per node</source>
        <translation>每节点 GPU 数</translation>
    </message>
    <message>
        <source>What the ranks on CUDA need, unless you say how many</source>
        <translation>未指定时为 CUDA 上的 rank 所需</translation>
    </message>
    <message>
        <source>What is wrong with %1 and %2</source>
        <translation>%1与%2的问题</translation>
    </message>
    <message>
        <source>Unless you say how many, the ranks divided by the devices of a node</source>
        <translation>未指定时为 rank 数除以每节点的设备数</translation>
    </message>
    <message>
        <source>Memory per node</source>
        <translation>每节点主存</translation>
    </message>
    <message>
        <source>as needed</source>
        <translation>按需</translation>
    </message>
    <message>
        <source>At most; otherwise they are spread over the nodes</source>
        <translation>最多；不填则分散到各节点</translation>
    </message>
    <message>
        <source>A number and K, M, G or T, such as 100G; 0 is all that a node has</source>
        <translation>数字加 K、M、G 或 T，例如 100G；0 表示节点所有的都用</translation>
    </message>
</context>
<context>
    <name>gui::KeyCard</name>
    <message>
        <source>Page Down, Right, Down, Space, click</source>
        <translation>PgDn、→、↓、空格键、单击</translation>
    </message>
    <message>
        <source>Goes on: question, votes, answer, next step</source>
        <translation>前进：题目、投票、答案、下一步</translation>
    </message>
    <message>
        <source>Page Up, Left, Up</source>
        <translation>PgUp、←、↑</translation>
    </message>
    <message>
        <source>Goes back by as much</source>
        <translation>同样逐项后退</translation>
    </message>
    <message>
        <source>Home, End</source>
        <translation>Home、End</translation>
    </message>
    <message>
        <source>The first and the last step</source>
        <translation>第一步和最后一步</translation>
    </message>
    <message>
        <source>Digits, then Enter</source>
        <translation>数字，再按 Enter</translation>
    </message>
    <message>
        <source>Goes to that step</source>
        <translation>跳到该步</translation>
    </message>
    <message>
        <source>A to F</source>
        <translation>A 至 F</translation>
    </message>
    <message>
        <source>One more vote; with Shift one less</source>
        <translation>加一票；按住 Shift 则减一票</translation>
    </message>
    <message>
        <source>Digits, then A to F</source>
        <translation>数字，再按 A 至 F</translation>
    </message>
    <message>
        <source>So many votes</source>
        <translation>设为该票数</translation>
    </message>
    <message>
        <source>R, Tab</source>
        <translation>R、Tab</translation>
    </message>
    <message>
        <source>The second vote, and the first again</source>
        <translation>切换到第二次投票，再按回到第一次</translation>
    </message>
    <message>
        <source>Full stop, B</source>
        <translation>句号、B</translation>
    </message>
    <message>
        <source>Blanks the screen, and shows it again; B not in a vote</source>
        <translation>黑屏，再按恢复；投票时 B 不黑屏</translation>
    </message>
    <message>
        <source>Esc twice, F11</source>
        <translation>连按两次 Esc、F11</translation>
    </message>
    <message>
        <source>Leaves the lecture</source>
        <translation>退出讲课</translation>
    </message>
    <message>
        <source>?, F1</source>
        <translation>?、F1</translation>
    </message>
    <message>
        <source>Shows the keys; any key hides them</source>
        <translation>显示按键；按任意键隐藏</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>按键</translation>
    </message>
    <message>
        <source>P, wheel</source>
        <translation>P、滚轮</translation>
    </message>
    <message>
        <source>The picture alone; the wheel scrolls it</source>
        <translation>只看图；滚轮可滚动</translation>
    </message>
</context>
<context>
    <name>gui::LaneWords</name>
    <message>
        <source>Rank %1 is done, and waits for the step to end.</source>
        <translation>rank %1 已全部做完，等待这一步结束。</translation>
    </message>
    <message>
        <source>Rank %1 idles.</source>
        <translation>rank %1 空闲。</translation>
    </message>
    <message>
        <source>Rank %1 waits for %2, which is on its way.</source>
        <translation>rank %1 等待 %2，其消息正在传输。</translation>
    </message>
    <message>
        <source>Rank %1 waits for %2.</source>
        <translation>rank %1 等待 %2。</translation>
    </message>
    <message>
        <source>Rank %1 waits for %2 of rank %3, at the start of the step.</source>
        <translation>rank %1 等待 rank %3 在这一步开头的 %2。</translation>
    </message>
    <message>
        <source>Rank %1 waits for %2 of rank %3, which waits for %4.</source>
        <translation>rank %1 等待 rank %3 的 %2，后者又等待 %4。</translation>
    </message>
    <message>
        <source>Rank %1 waits for %2 of rank %3, which runs after %4.</source>
        <translation>rank %1 等待 rank %3 的 %2，后者排在 %4 之后。</translation>
    </message>
    <message>
        <source>Rank %1</source>
        <translation>rank %1</translation>
    </message>
    <message>
        <source>%1 waits for %2 of rank %3, which begins at the start of the step.</source>
        <translation>%1 等待 rank %3 的 %2，后者从这一步的开头开始。</translation>
    </message>
    <message>
        <source>%1 waits for %2 of rank %3, whose message takes %4.</source>
        <translation>%1 等待 rank %3 的 %2，其消息用时 %4。</translation>
    </message>
    <message>
        <source>%1 waits for %2 of rank %3.</source>
        <translation>%1 等待 rank %3 的 %2。</translation>
    </message>
    <message>
        <source>%1 could not begin before: its rank was busy with %2, which begins at the start of the step.</source>
        <translation>%1 无法更早开始：其 rank 正忙于 %2，后者从这一步的开头开始。</translation>
    </message>
    <message>
        <source>%1 could not begin before: its rank was busy with %2.</source>
        <translation>%1 无法更早开始：其 rank 正忙于 %2。</translation>
    </message>
    <message>
        <source>%1 runs as one with %2, whose input came last.</source>
        <translation>%1 与 %2 融合执行，后者的输入最晚到达。</translation>
    </message>
    <message>
        <source>%1 has nothing left to run: the step ends with %2 of rank %3.</source>
        <translation>%1 已没有操作可运行：这一步以 rank %3 的 %2 结束。</translation>
    </message>
    <message>
        <source>The step ends after %1.</source>
        <translation>这一步在 %1 时结束。</translation>
    </message>
    <message>
        <source>Rank %1 runs %2; in flight on it: %3.</source>
        <translation>rank %1 运行 %2；在途数：%3。</translation>
    </message>
    <message>
        <source>Rank %1 idles for %2. Press [ to see what it waits for.</source>
        <translation>rank %1 空闲 %2。按 [ 可查看它在等待什么。</translation>
    </message>
    <message>
        <source>%1 waits for nothing: it is at the start of the step.</source>
        <translation>%1 无需等待：它在这一步的开头。</translation>
    </message>
    <message>
        <source>%1 runs from %2 to %3. Press [ to see what it waited for.</source>
        <translation>%1 从 %2 运行到 %3。按 [ 可查看它等待过什么。</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>单步时间</translation>
    </message>
    <message>
        <source>Bubble</source>
        <translation>气泡</translation>
    </message>
    <message>
        <source>Overhead</source>
        <translation>气泡开销</translation>
    </message>
    <message>
        <source>Span bubble</source>
        <translation>跨度气泡</translation>
    </message>
    <message>
        <source>In flight</source>
        <translation>在途数</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>消息数</translation>
    </message>
</context>
<context>
    <name>gui::LaunchDialog</name>
    <message>
        <source>Start a run of %1</source>
        <translation>启动 %1 的运行</translation>
    </message>
    <message>
        <source>bubblescope-run was not found</source>
        <translation>找不到 bubblescope-run</translation>
    </message>
    <message>
        <source>bubblescope-run is neither beside this program nor on the PATH</source>
        <translation>在本程序旁和 PATH 中都找不到 bubblescope-run</translation>
    </message>
    <message>
        <source>Replace and start</source>
        <translation>替换并启动</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>启动</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>%1 processes: pipeline %2 × tensor %3 × context %4 × data %5</source>
        <translation>%1 个进程：流水线 %2 × 张量 %3 × 上下文 %4 × 数据 %5</translation>
    </message>
    <message>
        <source>More options</source>
        <translation>更多选项</translation>
    </message>
    <message>
        <source>More options of the run</source>
        <translation>运行的更多选项</translation>
    </message>
    <message>
        <source>Device: %1</source>
        <translation>设备：%1</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>训练步数</translation>
    </message>
    <message>
        <source>How long it takes</source>
        <translation>所需时间</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>rank 数</translation>
    </message>
    <message>
        <source>Host file</source>
        <translation>主机文件</translation>
    </message>
    <message>
        <source>a folder among the runs of this machine</source>
        <translation>本机运行目录中的文件夹</translation>
    </message>
    <message>
        <source>Record in</source>
        <translation>记录到</translation>
    </message>
    <message>
        <source>chosen so that a step can be watched</source>
        <translation>自动选择，便于观察每一步</translation>
    </message>
    <message>
        <source>A second stands for</source>
        <translation>1 秒代表</translation>
    </message>
    <message>
        <source>Threads of a rank</source>
        <translation>每个 rank 的线程数</translation>
    </message>
    <message>
        <source>Ranks take turns</source>
        <translation>rank 轮流执行</translation>
    </message>
    <message>
        <source>One rank works at a time, so that a small machine shows the times of a device for each</source>
        <translation>每次只有一个 rank 工作，小机器也能测得每个 rank 独占设备的时间</translation>
    </message>
    <message>
        <source>Continue from</source>
        <translation>继续自</translation>
    </message>
    <message>
        <source>a checkpoint, or the folder of a run</source>
        <translation>检查点，或运行的文件夹</translation>
    </message>
    <message>
        <source>Flip a bit</source>
        <translation>翻转一个比特</translation>
    </message>
    <message>
        <source>rank:step:op, to see that the checks find it</source>
        <translation>rank:step:op，用于验证检查能否发现</translation>
    </message>
    <message>
        <source>GPUs of a rank</source>
        <translation>每个 rank 的 GPU 数</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>NCCL where it can, else over the host</source>
        <translation>可用时经由 NCCL，否则经由主机</translation>
    </message>
    <message>
        <source>NCCL</source>
        <translation>NCCL</translation>
    </message>
    <message>
        <source>over the host</source>
        <translation>经由主机</translation>
    </message>
    <message>
        <source>Sums in one order</source>
        <translation>固定求和顺序</translation>
    </message>
    <message>
        <source>Two runs give identical losses; steps take longer</source>
        <translation>两次运行得到相同的损失，但训练步更长</translation>
    </message>
    <message>
        <source>Record kernels</source>
        <translation>记录内核</translation>
    </message>
    <message>
        <source>Records the kernels within each op, by CUPTI</source>
        <translation>用 CUPTI 记录每个操作中的内核</translation>
    </message>
    <message>
        <source>only in the run&apos;s folder</source>
        <translation>只在运行的文件夹中</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>报告</translation>
    </message>
    <message>
        <source>Viewers at</source>
        <translation>查看端点</translation>
    </message>
    <message>
        <source>ipc:///path; the run&apos;s own where it is empty</source>
        <translation>ipc:///path；留空则用运行自身的端点</translation>
    </message>
    <message>
        <source>Longest wait</source>
        <translation>最长等待</translation>
    </message>
    <message>
        <source>what fits the steps</source>
        <translation>按训练步自动确定</translation>
    </message>
    <message>
        <source>%1: choose</source>
        <translation>%1：选择</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy the command</source>
        <translation>复制命令</translation>
    </message>
    <message>
        <source>What is started, exactly</source>
        <translation>实际启动的命令</translation>
    </message>
    <message>
        <source>What to know before it is started</source>
        <translation>启动前须知</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>%1 processes, one for each rank of the pipeline</source>
        <translation>%1 个进程，流水线的每个 rank 一个</translation>
    </message>
    <message>
        <source>Host file: name one, or choose another place</source>
        <translation>主机文件：请指定一个，或选择其他位置</translation>
    </message>
    <message>
        <source>Replace and submit</source>
        <translation>替换并提交</translation>
    </message>
    <message>
        <source>Submit</source>
        <translation>提交</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>on this machine</source>
        <translation>在此机器上</translation>
    </message>
    <message>
        <source>on the hosts of a file (mpirun over ssh)</source>
        <translation>在文件列出的主机上（mpirun 经 ssh）</translation>
    </message>
    <message>
        <source>on the nodes of this Slurm job (srun)</source>
        <translation>在此 Slurm 作业的节点上（srun）</translation>
    </message>
    <message>
        <source>submitted to Slurm, as a job of its own</source>
        <translation>提交到 Slurm，作为单独的作业</translation>
    </message>
    <message>
        <source>Job</source>
        <translation>作业</translation>
    </message>
    <message>
        <source>a file with a host on each line</source>
        <translation>每行一个主机的文件</translation>
    </message>
    <message>
        <source>A host on each line, as NAME slots=N; mpirun reaches them over ssh</source>
        <translation>每行一个主机，形如 NAME slots=N；mpirun 经 ssh 连接它们</translation>
    </message>
</context>
<context>
    <name>gui::LayerBoxes</name>
    <message>
        <source>Layers of each rank</source>
        <translation>各 rank 的层</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>rank %1</translation>
    </message>
    <message>
        <source>stage %1</source>
        <translation>阶段 %1</translation>
    </message>
    <message>
        <source>layer %1</source>
        <translation>层 %1</translation>
    </message>
    <message>
        <source>layer %1, on rank %2</source>
        <translation>层 %1，在 rank %2 上</translation>
    </message>
    <message>
        <source>stage %1 on rank %2</source>
        <translation>rank %2 上的阶段 %1</translation>
    </message>
    <message>
        <source>%1 layers</source>
        <translation>%1 层</translation>
    </message>
</context>
<context>
    <name>gui::LayerEdit</name>
    <message>
        <source>The strategy has no model, and so no layers to divide</source>
        <translation>策略没有模型，因此没有可划分的层</translation>
    </message>
    <message>
        <source>The strategy is being worked out</source>
        <translation>正在计算该策略</translation>
    </message>
    <message>
        <source>Divide the layers</source>
        <translation>划分层</translation>
    </message>
    <message>
        <source>Stage %1 has no layer left to give</source>
        <translation>阶段 %1 没有可让出的层</translation>
    </message>
    <message>
        <source>Stage %1 keeps one layer; every stage between the first and the last needs one</source>
        <translation>阶段 %1 须保留一层；首尾之间的每个阶段都须有一层</translation>
    </message>
</context>
<context>
    <name>gui::LayerGrid</name>
    <message>
        <source>Layers on the ranks</source>
        <translation>各 rank 上的层</translation>
    </message>
    <message>
        <source>Rank %1</source>
        <translation>rank %1</translation>
    </message>
    <message>
        <source>busy %1</source>
        <translation>忙碌 %1</translation>
    </message>
    <message>
        <source>Stage %1</source>
        <translation>阶段 %1</translation>
    </message>
    <message>
        <source>Embedding</source>
        <translation>词嵌入</translation>
    </message>
    <message>
        <source>MTP</source>
        <translation>MTP</translation>
    </message>
    <message>
        <source>Head and loss</source>
        <translation>输出头与损失</translation>
    </message>
    <message>
        <source>1 layer</source>
        <translation>1 层</translation>
    </message>
</context>
<context>
    <name>gui::LayerStrip</name>
    <message>
        <source>Boundaries between the stages</source>
        <translation>阶段之间的边界</translation>
    </message>
    <message>
        <source>Between %1 and %2</source>
        <translation>%1 与 %2 之间</translation>
    </message>
    <message>
        <source>Stage %1 · %2</source>
        <translation>阶段 %1 · %2</translation>
    </message>
    <message>
        <source>Embed</source>
        <translation>嵌入</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>损失</translation>
    </message>
</context>
<context>
    <name>gui::Layers</name>
    <message>
        <source>1 layer</source>
        <translation>1 层</translation>
    </message>
    <message>
        <source>%1 layers</source>
        <translation>%1 层</translation>
    </message>
    <message>
        <source>Stage %1, rank %2, %3</source>
        <translation>阶段 %1，rank %2，%3</translation>
    </message>
    <message>
        <source>: %1 to %2</source>
        <translation>：%1 到 %2</translation>
    </message>
</context>
<context>
    <name>gui::LayersPage</name>
    <message>
        <source>Layers on devices</source>
        <translation>设备上的层</translation>
    </message>
    <message>
        <source>State of the division</source>
        <translation>划分的状态</translation>
    </message>
    <message>
        <source>Divide evenly</source>
        <translation>平均划分</translation>
    </message>
    <message>
        <source>Give every stage as many layers as the others</source>
        <translation>使每个阶段的层数相同</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>rank</translation>
    </message>
    <message>
        <source>Why there are no layers</source>
        <translation>没有层的原因</translation>
    </message>
    <message>
        <source>Drag a boundary of the line, or a layer to another stage or rank</source>
        <translation>拖动分界线，或把一层拖到其他阶段或 rank</translation>
    </message>
    <message>
        <source>The picture shows the last valid strategy. %1</source>
        <translation>图中是上一个有效的策略。%1</translation>
    </message>
</context>
<context>
    <name>gui::Leaderboard</name>
    <message>
        <source>Double-click to see the order of %1</source>
        <translation>双击可查看 %1 的顺序</translation>
    </message>
    <message>
        <source>Drop the CSV files of a class here, or a folder of them.</source>
        <translation>把全班的 CSV 文件或其所在的文件夹拖到这里。</translation>
    </message>
    <message>
        <source>There is no CSV file in %1.</source>
        <translation>%1 中没有 CSV 文件。</translation>
    </message>
    <message>
        <source>Only the first %1 files are read.</source>
        <translation>只读取前 %1 个文件。</translation>
    </message>
    <message>
        <source>%1 files, each checked and simulated here</source>
        <translation>%1 个文件，均在此检查并模拟</translation>
    </message>
    <message>
        <source>Open a folder of entries</source>
        <translation>打开存放作品的文件夹</translation>
    </message>
    <message>
        <source>Entries of %1</source>
        <translation>%1 的排行榜</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>名次</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>姓名</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>单步时间</translation>
    </message>
    <message>
        <source>Above the bound</source>
        <translation>高出下限</translation>
    </message>
    <message>
        <source>Entries</source>
        <translation>排行榜</translation>
    </message>
    <message>
        <source>Where the entries are from</source>
        <translation>作品的来源</translation>
    </message>
    <message>
        <source>Why the selected entry does not count</source>
        <translation>所选作品不计入的原因</translation>
    </message>
    <message>
        <source>Open a folder…</source>
        <translation>打开文件夹…</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Entries by place</source>
        <translation>按名次排列的作品</translation>
    </message>
    <message>
        <source>Above bound</source>
        <translation>高出下限</translation>
    </message>
</context>
<context>
    <name>gui::LearnPanel</name>
    <message>
        <source>Name in a file: %1</source>
        <translation>文件中的名称：%1</translation>
    </message>
    <message>
        <source>Needs: %1</source>
        <translation>条件：%1</translation>
    </message>
    <message>
        <source>Step time: %1</source>
        <translation>单步时间：%1</translation>
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
    <message>
        <source>Try it in a new tab</source>
        <translation>在新标签页中试用</translation>
    </message>
    <message>
        <source>Each schedule orders the same forwards and backwards differently. Choose one to see what it needs and what it costs.</source>
        <translation>各种调度以不同的顺序执行同样的前向与反向。选择一种，查看它的条件与代价。</translation>
    </message>
    <message>
        <source>Schedules</source>
        <translation>调度列表</translation>
    </message>
    <message>
        <source>Details of the schedule</source>
        <translation>调度的详情</translation>
    </message>
    <message>
        <source>p: ranks; m: microbatches; v: chunks of each rank; N: microbatches in a group; r: the rank. F, B, I, W: the time of a forward, backward, input gradient and weight gradient of one stage; B = I + W.</source>
        <translation>p：rank 数；m：微批次数；v：每个 rank 的模型块数；N：一组的微批次数；r：rank 的编号。F、B、I、W：一个阶段的前向、反向、输入梯度与权重梯度的时间；B = I + W。</translation>
    </message>
</context>
<context>
    <name>gui::LectureAnswer</name>
    <message>
        <source>Runs are started outside the lecture.</source>
        <translation>运行需在讲课之外启动。</translation>
    </message>
    <message>
        <source>Runs are started outside the lecture. Predicted: a step of %1, and a bubble fraction of %2.</source>
        <translation>运行需在讲课之外启动。预测：单步时间 %1，气泡占比 %2。</translation>
    </message>
    <message>
        <source>A run tells the answer. Runs are started outside the lecture.</source>
        <translation>答案要由运行给出。运行需在讲课之外启动。</translation>
    </message>
    <message>
        <source>Answer: %1</source>
        <translation>答案：%1</translation>
    </message>
</context>
<context>
    <name>gui::LectureStage</name>
    <message>
        <source>Step %1 of %2</source>
        <translation>第 %1 步，共 %2 步</translation>
    </message>
    <message>
        <source>First vote. Hands counted: %1</source>
        <translation>第一次投票。举手人数：%1</translation>
    </message>
    <message>
        <source>Talk to a neighbour, then vote again. Hands counted: %1</source>
        <translation>先与邻座讨论，再投一次。举手人数：%1</translation>
    </message>
</context>
<context>
    <name>gui::LectureWindow</name>
    <message>
        <source>Press Esc again to leave.</source>
        <translation>再按一次 Esc 退出。</translation>
    </message>
    <message>
        <source>Votes: %1. Press the letter of an option.</source>
        <translation>票数：%1。请按选项的字母。</translation>
    </message>
    <message>
        <source>Step %1. Press Enter to go there.</source>
        <translation>第 %1 步。按 Enter 跳转。</translation>
    </message>
    <message>
        <source>This is the end of the lesson.</source>
        <translation>这一课到此结束。</translation>
    </message>
    <message>
        <source>Press ? for the keys.</source>
        <translation>按 ? 查看按键。</translation>
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
    <message>
        <source>Source: %1</source>
        <translation>依据：%1</translation>
    </message>
    <message>
        <source>%1 ns of %2 ns, all ranks together</source>
        <translation>%1 ns / 共 %2 ns（所有 rank 合计）</translation>
    </message>
    <message>
        <source>mean rank</source>
        <translation>rank 平均</translation>
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
        <source>Ledger in ms</source>
        <translation>账目：毫秒</translation>
    </message>
    <message>
        <source>Ledger in %</source>
        <translation>账目：百分比</translation>
    </message>
    <message>
        <source>measured, step %1</source>
        <translation>实测，第 %1 步</translation>
    </message>
    <message>
        <source>Ledger in time and %</source>
        <translation>账目：时间与百分比</translation>
    </message>
    <message>
        <source>80 % interval</source>
        <translation>80% 区间</translation>
    </message>
</context>
<context>
    <name>gui::LessonCard</name>
    <message>
        <source>Lesson %1: %2</source>
        <translation>第 %1 课：%2</translation>
    </message>
</context>
<context>
    <name>gui::LessonLink</name>
    <message>
        <source>Learn why: %1</source>
        <translation>了解原因：%1</translation>
    </message>
    <message>
        <source>Learn why</source>
        <translation>了解原因</translation>
    </message>
</context>
<context>
    <name>gui::LessonPicture</name>
    <message>
        <source>Your guess: %1</source>
        <translation>猜测：%1</translation>
    </message>
    <message>
        <source>%1 · 1 u = %2</source>
        <comment>a state, a time</comment>
        <translation>%1 · 1 u = %2</translation>
    </message>
    <message>
        <source>Refused: %1 %2</source>
        <comment>a field, and what is wrong with it</comment>
        <translation>被拒绝：%1 %2</translation>
    </message>
    <message>
        <source>The engine refuses this state.</source>
        <translation>引擎拒绝了这个状态。</translation>
    </message>
</context>
<context>
    <name>gui::LessonRunner</name>
    <message>
        <source>bubblescope-run is not installed beside this program, so nothing can be started here.</source>
        <translation>bubblescope-run 未与本程序安装在一起，因此无法在此启动运行。</translation>
    </message>
    <message>
        <source>There is no recording of this run.</source>
        <translation>没有这次运行的记录。</translation>
    </message>
    <message>
        <source>The run ended before a step of it was whole.</source>
        <translation>运行在完成任何一步之前就结束了。</translation>
    </message>
</context>
<context>
    <name>gui::LessonSheet</name>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Start a real run</source>
        <translation>启动真实运行</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>启动</translation>
    </message>
    <message>
        <source>There is no schedule to take along yet.</source>
        <translation>还没有可以带走的调度。</translation>
    </message>
    <message>
        <source>This is a strategy of your own now; the lesson waits in its tab.</source>
        <translation>已作为自己的策略打开；这一课仍在其标签页中。</translation>
    </message>
    <message>
        <source>Steps passed</source>
        <translation>已通过</translation>
    </message>
    <message>
        <source>The state of this step cannot be planned, so there is nothing to run.</source>
        <translation>这一步的状态无法规划，因此没有可运行的。</translation>
    </message>
    <message>
        <source>This starts bubblescope-run on this machine for %1 steps, with one process for each of the ranks (%2), and ends it. Nothing else is started.</source>
        <translation>将在本机启动 bubblescope-run，运行 %1 步，每个 rank 一个进程（共 %2 个），随后结束。不会启动其他任何程序。</translation>
    </message>
</context>
<context>
    <name>gui::LessonView</name>
    <message>
        <source>All lessons</source>
        <translation>课程目录</translation>
    </message>
    <message>
        <source>Try it freely: open what this step shows as a strategy of your own</source>
        <translation>自由尝试：把本步所示的内容作为自己的策略打开</translation>
    </message>
    <message>
        <source>Save the picture of this step for a slide</source>
        <translation>保存本步的图片，用于幻灯片</translation>
    </message>
    <message>
        <source>Print the lesson as a handout</source>
        <translation>把这一课打印成讲义</translation>
    </message>
    <message>
        <source>Show the lesson to an audience, from this step on (F11)</source>
        <translation>从本步起向听众讲这一课（F11）</translation>
    </message>
    <message>
        <source>Line %1: %2 %3</source>
        <translation>第 %1 行：%2 %3</translation>
    </message>
</context>
<context>
    <name>gui::LogPage</name>
    <message>
        <source>rank %1: %2</source>
        <translation>rank %1：%2</translation>
    </message>
    <message>
        <source>The run failed: %1</source>
        <translation>运行失败：%1</translation>
    </message>
    <message>
        <source>Filter: words, or a rank as &quot;rank 3:&quot;</source>
        <translation>筛选：词语，或 rank，如“rank 3:”</translation>
    </message>
    <message>
        <source>Filter of the log</source>
        <translation>日志筛选</translation>
    </message>
    <message>
        <source>All lines</source>
        <translation>所有行</translation>
    </message>
    <message>
        <source>Warnings and errors</source>
        <translation>警告与错误</translation>
    </message>
    <message>
        <source>Errors</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>Which lines of the log</source>
        <translation>显示哪些日志行</translation>
    </message>
    <message>
        <source>What the ranks said</source>
        <translation>各 rank 的消息</translation>
    </message>
    <message>
        <source>What the ranks say stands here.</source>
        <translation>各 rank 的消息显示在这里。</translation>
    </message>
</context>
<context>
    <name>gui::LossModel</name>
    <message>
        <source>What happened</source>
        <translation>处理方式</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Key or field</source>
        <translation>键或字段</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
</context>
<context>
    <name>gui::LossView</name>
    <message>
        <source>What was lost</source>
        <translation>丢失的内容</translation>
    </message>
    <message>
        <source>Summary</source>
        <translation>摘要</translation>
    </message>
</context>
<context>
    <name>gui::MainWindow</name>
    <message>
        <source>Strategy</source>
        <translation>策略</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Open &amp;recent</source>
        <translation>最近打开(&amp;R)</translation>
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
        <source>Press F11 to leave this view</source>
        <translation>按 F11 退出此视图</translation>
    </message>
    <message>
        <source>Learn</source>
        <translation>学习</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>检查器</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>运行列表</translation>
    </message>
    <message>
        <source>The run of %1 goes on; Ctrl+R finds it again</source>
        <translation>%1 的运行仍在继续；按 Ctrl+R 可再次找到</translation>
    </message>
    <message>
        <source>took the order of the ops from %1</source>
        <translation>已采用 %1 中的操作顺序</translation>
    </message>
    <message>
        <source>Presenting shows the timeline alone; F11 leaves it</source>
        <translation>演示时只显示时间线；按 F11 退出演示</translation>
    </message>
    <message>
        <source>%1 is an order of ops: bring its strategy to the front first, then open it</source>
        <translation>%1 是操作顺序：请先切换到它所属的策略，再打开</translation>
    </message>
</context>
<context>
    <name>gui::MemoryChart</name>
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
    <message>
        <source>No memory to show: it is worked out for a strategy with a model, which the editor adds, or measured by the ranks of a run.</source>
        <translation>没有可显示的显存：由带模型的策略算出（可在编辑器中添加模型），或由运行的各 rank 实测。</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>limit %1, above</source>
        <translation>上限 %1，在图外上方</translation>
    </message>
    <message>
        <source>measured: at most %1 held</source>
        <translation>实测：最多占用 %1</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>rank %1</translation>
    </message>
    <message>
        <source>not measured</source>
        <translation>未实测</translation>
    </message>
    <message>
        <source>other: %1, %2</source>
        <translation>其他：%1，%2</translation>
    </message>
</context>
<context>
    <name>gui::MiddleViews</name>
    <message>
        <source>wheel zooms · arrows go from device to device</source>
        <translation>滚轮缩放 · 方向键在设备间移动</translation>
    </message>
    <message>
        <source>drag or arrows turn · Shift+arrows, Page keys select</source>
        <translation>拖动或方向键旋转 · Shift+方向键、翻页键选择</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Grid</source>
        <translation>网格</translation>
    </message>
    <message>
        <source>Shards</source>
        <translation>分片</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>View in the middle</source>
        <translation>中部显示的内容</translation>
    </message>
</context>
<context>
    <name>gui::Minimap</name>
    <message>
        <source>Overview of the step</source>
        <translation>训练步概览</translation>
    </message>
    <message>
        <source>The whole step, all ranks together. Drag the frame to move through it, its edges to see more or less.</source>
        <translation>所有 rank 的整个训练步。拖动方框可平移，拖动边缘可缩放。</translation>
    </message>
</context>
<context>
    <name>gui::NoticeStrip</name>
    <message>
        <source>Close the notice</source>
        <translation>关闭此提示</translation>
    </message>
</context>
<context>
    <name>gui::NumberInput</name>
    <message>
        <source>stage %1</source>
        <translation>阶段 %1</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>rank %1</translation>
    </message>
    <message>
        <source>number %1</source>
        <translation>第 %1 个数</translation>
    </message>
    <message>
        <source>Your answer</source>
        <translation>答案</translation>
    </message>
    <message>
        <source>Your answer in %1</source>
        <translation>答案（%1）</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
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
    <name>gui::OpFacts</name>
    <message>
        <source>Computing</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>Input gradient</source>
        <translation>输入梯度</translation>
    </message>
    <message>
        <source>Weight gradient</source>
        <translation>权重梯度</translation>
    </message>
    <message>
        <source>Recomputation</source>
        <translation>重计算</translation>
    </message>
    <message>
        <source>Exposed collective</source>
        <translation>未掩盖的集合通信</translation>
    </message>
    <message>
        <source>%1, rank %2</source>
        <translation>%1（rank %2）</translation>
    </message>
    <message>
        <source>%1: %2, %3</source>
        <translation>%1：%2，%3</translation>
    </message>
    <message>
        <source>What its predicted time is made of</source>
        <translation>预测时间的构成</translation>
    </message>
    <message>
        <source>What it needs, and what waits for it</source>
        <translation>它需要什么，以及什么在等待它</translation>
    </message>
    <message>
        <source>Needs the %1</source>
        <translation>需要%1</translation>
    </message>
    <message>
        <source>Unblocks the %1</source>
        <translation>使%1可以开始</translation>
    </message>
    <message>
        <source>Only the optimizer waits for it</source>
        <translation>只有优化器在等待它</translation>
    </message>
    <message>
        <source>Exposed transfer</source>
        <translation>未掩盖的传输</translation>
    </message>
    <message>
        <source>Sends %1 from each device of rank %2</source>
        <translation>从 rank %2 的每个设备发送 %1</translation>
    </message>
</context>
<context>
    <name>gui::OpenChallenge</name>
    <message>
        <source>Today&apos;s challenge</source>
        <translation>今日挑战</translation>
    </message>
    <message>
        <source>A schedule to lay by hand, another one every day</source>
        <translation>手工排列的调度，每天一个新的</translation>
    </message>
</context>
<context>
    <name>gui::OpenCommands</name>
    <message>
        <source>The file was not opened; what was open still is.</source>
        <translation>文件未打开；原来的内容保持不变。</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>另有 %1 条</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>%1 was not opened; what was open still is.</source>
        <translation>未能打开 %1；原来的内容保持不变。</translation>
    </message>
    <message>
        <source>none yet</source>
        <translation>暂无</translation>
    </message>
    <message>
        <source>All supported files (*.yaml *.yml *.json *.bslog *.sh *.toml *.csv);;All files (*)</source>
        <translation>所有可打开的文件 (*.yaml *.yml *.json *.bslog *.sh *.toml *.csv);;所有文件 (*)</translation>
    </message>
    <message>
        <source>%1 files were not opened; what was open still is.</source>
        <translation>有 %1 个文件未能打开；原来的内容保持不变。</translation>
    </message>
    <message>
        <source>There is no lesson of the course and no file called %1.</source>
        <translation>没有名为 %1 的课，也没有这个文件。</translation>
    </message>
</context>
<context>
    <name>gui::OpenComparison</name>
    <message>
        <source>Compare %1</source>
        <translation>对比 %1</translation>
    </message>
    <message>
        <source>no step yet</source>
        <translation>尚无训练步</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>step %1 of %2</source>
        <translation>第 %1 步（%2）</translation>
    </message>
    <message>
        <source>%1 runs</source>
        <translation>%1 个运行</translation>
    </message>
    <message>
        <source>iteration %1</source>
        <translation>第 %1 次迭代</translation>
    </message>
</context>
<context>
    <name>gui::OpenLesson</name>
    <message>
        <source>A lesson of the course</source>
        <translation>课程中的一课</translation>
    </message>
</context>
<context>
    <name>gui::OpenSearch</name>
    <message>
        <source>Search %1</source>
        <translation>搜索 %1</translation>
    </message>
</context>
<context>
    <name>gui::OpenStart</name>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Strategies to begin with, recent files and runs</source>
        <translation>预设策略、最近文件与运行</translation>
    </message>
</context>
<context>
    <name>gui::OpenStrategy</name>
    <message>
        <source>read from %1</source>
        <translation>读自 %1</translation>
    </message>
    <message>
        <source>run %1, live</source>
        <translation>运行 %1，进行中</translation>
    </message>
    <message>
        <source>run %1</source>
        <translation>运行 %1</translation>
    </message>
</context>
<context>
    <name>gui::OpenSweep</name>
    <message>
        <source>Sweep %1</source>
        <translation>扫描 %1</translation>
    </message>
</context>
<context>
    <name>gui::OptionButton</name>
    <message>
        <source>Option %1</source>
        <translation>选项 %1</translation>
    </message>
    <message>
        <source>%1, right</source>
        <translation>%1，正确</translation>
    </message>
    <message>
        <source>%1, wrong</source>
        <translation>%1，错误</translation>
    </message>
</context>
<context>
    <name>gui::OptionCard</name>
    <message>
        <source>✓ Right</source>
        <translation>✓ 正确</translation>
    </message>
    <message>
        <source>%1: %2, right</source>
        <translation>%1：%2，正确</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>gui::OrderBar</name>
    <message>
        <source>Schedules (*.csv);;All files (*)</source>
        <translation>调度 (*.csv);;所有文件 (*)</translation>
    </message>
    <message>
        <source>&amp;Reset to</source>
        <translation>重置为(&amp;R)</translation>
    </message>
    <message>
        <source>State of the order</source>
        <translation>操作顺序的状态</translation>
    </message>
    <message>
        <source>&amp;Open a CSV…</source>
        <translation>打开 CSV(&amp;O)…</translation>
    </message>
    <message>
        <source>&amp;Save as CSV…</source>
        <translation>存为 CSV(&amp;S)…</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>顺序</translation>
    </message>
    <message>
        <source>Order of the ops</source>
        <translation>操作顺序</translation>
    </message>
    <message>
        <source>Begin with another schedule, or keep this one as PyTorch&apos;s CSV</source>
        <translation>从其他调度开始，或把此调度存为 PyTorch 的 CSV</translation>
    </message>
    <message>
        <source>Run it</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Run the strategy in this order</source>
        <translation>按此顺序运行策略</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>Stop editing the schedule</source>
        <translation>结束编辑调度</translation>
    </message>
    <message>
        <source>It may stand anywhere in the shaded stretch</source>
        <translation>可放在阴影区段内的任意位置</translation>
    </message>
    <message>
        <source>Open a schedule</source>
        <translation>打开调度</translation>
    </message>
    <message>
        <source>Save the schedule</source>
        <translation>保存调度</translation>
    </message>
    <message>
        <source>saved %1</source>
        <translation>已保存 %1</translation>
    </message>
    <message>
        <source>Drag an op, or select it and press Ctrl+Left or Ctrl+Right</source>
        <translation>拖动操作，或选中后按 Ctrl+左/Ctrl+右</translation>
    </message>
</context>
<context>
    <name>gui::OrderEdit</name>
    <message>
        <source>The strategy has a problem; the editor says which</source>
        <translation>策略有问题；编辑器中有说明</translation>
    </message>
    <message>
        <source>The strategy is being worked out</source>
        <translation>正在计算该策略</translation>
    </message>
    <message>
        <source>The run shown switched to another schedule; leave it to edit this one</source>
        <translation>所示的运行已换用其他调度；离开该运行才能编辑此调度</translation>
    </message>
    <message>
        <source>A step has %1 ops, and up to %2 can be moved by hand</source>
        <translation>一步有 %1 个操作，最多可手动移动 %2 个</translation>
    </message>
    <message>
        <source>Move %1 of rank %2</source>
        <translation>移动 rank %2 的 %1</translation>
    </message>
    <message>
        <source>%1 is the first op of rank %2</source>
        <translation>%1 是 rank %2 的第一个操作</translation>
    </message>
    <message>
        <source>%1 is the last op of rank %2</source>
        <translation>%1 是 rank %2 的最后一个操作</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>调度</translation>
    </message>
    <message>
        <source>Open a schedule</source>
        <translation>打开调度</translation>
    </message>
    <message>
        <source>%1 has %2 microbatches, and a step of them more than %3 samples; lower batch.micro or parallel.data</source>
        <translation>%1 有 %2 个微批次，一步的样本数将超过 %3；请调低 batch.micro 或 parallel.data</translation>
    </message>
    <message>
        <source>%1 holds an order of over %2, more than a strategy takes in; write the file&apos;s name into the strategy, as schedule.file</source>
        <translation>%1 中的顺序超过 %2，策略无法容纳；请在策略中以 schedule.file 写入该文件名</translation>
    </message>
    <message>
        <source>Take the pair of %1 apart</source>
        <translation>拆开 %1 所在的融合对</translation>
    </message>
    <message>
        <source>Fuse %1 with the next op</source>
        <translation>将 %1 与下一操作融合</translation>
    </message>
    <message>
        <source>%1 is a forward; only a backward has two parts</source>
        <translation>%1 是前向；只有反向才分为两部分</translation>
    </message>
    <message>
        <source>%1 belongs to a fused pair; take that apart first</source>
        <translation>%1 属于融合对；请先将其拆开</translation>
    </message>
    <message>
        <source>Split %1 into its two parts</source>
        <translation>将 %1 拆成两部分</translation>
    </message>
    <message>
        <source>Join the parts of %1</source>
        <translation>合并 %1 的两部分</translation>
    </message>
</context>
<context>
    <name>gui::OrderInput</name>
    <message>
        <source>The least stands first. Drag, or press Ctrl+↑ and Ctrl+↓.</source>
        <translation>最小的排在最前。拖动，或按 Ctrl+↑ 和 Ctrl+↓。</translation>
    </message>
    <message>
        <source>From the least to the most</source>
        <translation>从小到大</translation>
    </message>
    <message>
        <source>Up</source>
        <translation>上移</translation>
    </message>
    <message>
        <source>Down</source>
        <translation>下移</translation>
    </message>
</context>
<context>
    <name>gui::OrderMode</name>
    <message>
        <source>The schedule is not being edited by hand</source>
        <translation>当前未在手动编辑调度</translation>
    </message>
    <message>
        <source>No op of the prediction is selected</source>
        <translation>未选中预测中的操作</translation>
    </message>
</context>
<context>
    <name>gui::OwnLessons</name>
    <message>
        <source>Where your own lessons are kept</source>
        <translation>我的课的存放位置</translation>
    </message>
    <message>
        <source>Not a lesson that can be read</source>
        <translation>不是可读取的课</translation>
    </message>
    <message>
        <source>%1 · %2 min</source>
        <comment>file name, minutes</comment>
        <translation>%1 · %2 分钟</translation>
    </message>
    <message>
        <source>Lessons that you put into %1 are listed here.</source>
        <translation>放入 %1 的课会列在这里。</translation>
    </message>
    <message>
        <source>Open a lesson file…</source>
        <translation>打开课文件…</translation>
    </message>
    <message>
        <source>Open a lesson file</source>
        <translation>打开课文件</translation>
    </message>
    <message>
        <source>Lessons (*.yaml *.yml);;All files (*)</source>
        <translation>课 (*.yaml *.yml);;所有文件 (*)</translation>
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
    <message>
        <source>%1 has no effect: there is no run beside the prediction</source>
        <translation>%1 不起作用：预测旁没有运行</translation>
    </message>
    <message>
        <source>%1 has no effect: it needs a prediction that is not too large</source>
        <translation>%1 不起作用：需要规模不太大的预测</translation>
    </message>
    <message>
        <source>%1 has no effect: it needs a run that recorded what its ops did</source>
        <translation>%1 不起作用：需要记录了操作内部情况的运行</translation>
    </message>
    <message>
        <source>%1 has no effect: it needs a strategy with a model, or a run that measured its memory</source>
        <translation>%1 不起作用：需要带模型的策略，或实测了显存的运行</translation>
    </message>
</context>
<context>
    <name>gui::PlayBar</name>
    <message>
        <source>Event before</source>
        <translation>上一事件</translation>
    </message>
    <message>
        <source>To the event before (comma)</source>
        <translation>到上一事件（逗号）</translation>
    </message>
    <message>
        <source>Next event</source>
        <translation>下一事件</translation>
    </message>
    <message>
        <source>To the next event (full stop)</source>
        <translation>到下一事件（句号）</translation>
    </message>
    <message>
        <source>Moment of the step</source>
        <translation>训练步中的时刻</translation>
    </message>
    <message>
        <source>The moment of the step that is shown</source>
        <translation>所显示的训练步中的时刻</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>How fast the step is played</source>
        <translation>播放训练步的速度</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>¼ ×</source>
        <translation>¼ ×</translation>
    </message>
    <message>
        <source>½ ×</source>
        <translation>½ ×</translation>
    </message>
    <message>
        <source>%1 ×</source>
        <translation>%1 ×</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>播放</translation>
    </message>
    <message>
        <source>Pause (Space)</source>
        <translation>暂停（空格键）</translation>
    </message>
    <message>
        <source>Play (Space)</source>
        <translation>播放（空格键）</translation>
    </message>
    <message>
        <source>%1 / %2</source>
        <translation>%1 / %2</translation>
    </message>
</context>
<context>
    <name>gui::PlayLanes</name>
    <message>
        <source>Lanes of the step</source>
        <translation>训练步的泳道</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>rank %1</translation>
    </message>
</context>
<context>
    <name>gui::PlayedStep</name>
    <message>
        <source>The picture is drawn once you have answered.</source>
        <translation>回答之后才画出此图。</translation>
    </message>
</context>
<context>
    <name>gui::PracticeView</name>
    <message>
        <source>Which question it is</source>
        <translation>题号</translation>
    </message>
    <message>
        <source>Lesson</source>
        <translation>课</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>题目</translation>
    </message>
    <message>
        <source>Values of the question</source>
        <translation>题目的取值</translation>
    </message>
    <message>
        <source>This time with %1</source>
        <comment>fields with their values</comment>
        <translation>这次取 %1</translation>
    </message>
    <message>
        <source>The answer is %1.</source>
        <translation>答案是 %1。</translation>
    </message>
    <message>
        <source>The question will come again.</source>
        <translation>这道题以后还会出现。</translation>
    </message>
    <message>
        <source>Right.</source>
        <translation>正确。</translation>
    </message>
    <message>
        <source>Not right.</source>
        <translation>不正确。</translation>
    </message>
    <message>
        <source>Try again, or have the answer shown.</source>
        <translation>再试一次，或显示答案。</translation>
    </message>
    <message>
        <source>That was all for today.</source>
        <translation>今天的练习已完成。</translation>
    </message>
    <message>
        <source>Practice: question %1 of %2</source>
        <translation>练习：第 %1 题，共 %2 题</translation>
    </message>
    <message>
        <source>What was right comes again later; what was skipped stays due.</source>
        <translation>答对的题以后再出现；跳过的题仍待练习。</translation>
    </message>
    <message>
        <source>This question cannot be asked any more.</source>
        <translation>这道题已无法再出。</translation>
    </message>
    <message>
        <source>The question is made ready.</source>
        <translation>正在准备题目。</translation>
    </message>
    <message>
        <source>Back to the course</source>
        <translation>返回课程</translation>
    </message>
    <message>
        <source>Stop practising</source>
        <translation>结束练习</translation>
    </message>
    <message>
        <source>Skip</source>
        <translation>跳过</translation>
    </message>
    <message>
        <source>Show the answer</source>
        <translation>显示答案</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>检查</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>下一题</translation>
    </message>
</context>
<context>
    <name>gui::ProgressPanel</name>
    <message>
        <source>What you have done</source>
        <translation>已完成的内容</translation>
    </message>
    <message>
        <source>How near your guesses come</source>
        <translation>猜测的准确程度</translation>
    </message>
    <message>
        <source>Where it is kept</source>
        <translation>存放位置</translation>
    </message>
    <message>
        <source>%1 of %2 lessons done · points: %3</source>
        <translation>已完成 %1 / %2 课 · 得分：%3</translation>
    </message>
    <message>
        <source>Half of your guesses (%1) are at most %2 off.</source>
        <translation>%1 次猜测中有一半误差不超过 %2。</translation>
    </message>
    <message>
        <source>Steps that ask for a guess show here how near you come.</source>
        <translation>做过要求猜测的题之后，这里显示猜得有多准。</translation>
    </message>
    <message>
        <source>This is kept in a file of this machine; nothing of it is sent anywhere.</source>
        <translation>进度保存在本机的一个文件中；不会发送到任何地方。</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Write a copy of your progress, as for a teacher</source>
        <translation>写出学习进度的副本，例如交给教师</translation>
    </message>
    <message>
        <source>Erase…</source>
        <translation>清除…</translation>
    </message>
    <message>
        <source>Your progress was erased.</source>
        <translation>学习进度已清除。</translation>
    </message>
    <message>
        <source>Export progress</source>
        <translation>导出进度</translation>
    </message>
    <message>
        <source>Written to %1</source>
        <translation>已写入 %1</translation>
    </message>
    <message>
        <source>What is said of your progress</source>
        <translation>关于学习进度的说明</translation>
    </message>
</context>
<context>
    <name>gui::ProgressStore</name>
    <message>
        <source>%1: %2. What you do is not kept until the file is gone.</source>
        <translation>%1：%2。删除该文件之前，学习进度不会保存。</translation>
    </message>
    <message>
        <source>%1 cannot be removed.</source>
        <translation>无法删除 %1。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>gui::Rail</name>
    <message>
        <source>Panels</source>
        <translation>侧栏</translation>
    </message>
</context>
<context>
    <name>gui::RankFactorsSection</name>
    <message>
        <source>Ranks</source>
        <translation>各 rank</translation>
    </message>
    <message>
        <source>Time factor × </source>
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
    <name>gui::Recovery</name>
    <message>
        <source>The program ended before these were saved: %1. They are as they were left.</source>
        <translation>程序上次结束时以下内容尚未保存：%1。内容与当时一致。</translation>
    </message>
    <message>
        <source>Keep them</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>Discard the changes</source>
        <translation>放弃修改</translation>
    </message>
    <message>
        <source>The program ended before changes to these were saved: %1. The changes were kept.</source>
        <translation>程序上次结束时对以下内容的修改尚未保存：%1。修改已保留。</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>放弃</translation>
    </message>
    <message numerus="yes">
        <source>%n unnamed strategies</source>
        <translation>
            <numerusform>%n 个未命名策略</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>gui::ResultModel</name>
    <message>
        <source>step</source>
        <translation>单步时间</translation>
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
    <name>gui::RunBrowser</name>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Open in a tab (Enter)</source>
        <translation>在标签页中打开（Enter）</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>对比</translation>
    </message>
    <message>
        <source>Set two to six runs on one axis</source>
        <translation>把两到六个运行放到同一时间轴上</translation>
    </message>
    <message>
        <source>Show the folder</source>
        <translation>显示文件夹</translation>
    </message>
    <message>
        <source>Show the folder of the run</source>
        <translation>显示运行的文件夹</translation>
    </message>
    <message>
        <source>Remove…</source>
        <translation>移除…</translation>
    </message>
    <message>
        <source>Remove the run, after asking (Delete)</source>
        <translation>确认后移除运行（Delete）</translation>
    </message>
    <message>
        <source>How many runs there are</source>
        <translation>运行的数目</translation>
    </message>
    <message>
        <source>Runs that cannot be listed</source>
        <translation>无法列出的运行</translation>
    </message>
    <message>
        <source>Filter by name, schedule, verdict…</source>
        <translation>按名称、调度、结论筛选…</translation>
    </message>
    <message>
        <source>Filter the runs</source>
        <translation>筛选运行</translation>
    </message>
    <message>
        <source>Devices shown</source>
        <translation>所显示的设备</translation>
    </message>
    <message>
        <source>Verdicts shown</source>
        <translation>所显示的结论</translation>
    </message>
    <message>
        <source>Live</source>
        <translation>进行中</translation>
    </message>
    <message>
        <source>Slow rank</source>
        <translation>慢 rank</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Order of the runs</source>
        <translation>运行的排序</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>运行列表</translation>
    </message>
    <message>
        <source>Looking for runs…</source>
        <translation>正在查找运行…</translation>
    </message>
    <message>
        <source>No runs on this machine yet. Press F5 to run the current strategy.</source>
        <translation>本机上还没有运行。按 F5 启动当前策略。</translation>
    </message>
    <message>
        <source>None of %1 runs matches</source>
        <translation>%1 个运行都不符合</translation>
    </message>
    <message>
        <source>%1 of %2 runs</source>
        <translation>%2 个运行中的 %1 个</translation>
    </message>
    <message>
        <source>No run is chosen</source>
        <translation>未选择运行</translation>
    </message>
    <message>
        <source>Choose two to six runs, with Ctrl or Shift</source>
        <translation>按住 Ctrl 或 Shift 选择两到六个运行</translation>
    </message>
    <message>
        <source>At most six runs can be compared</source>
        <translation>最多对比六个运行</translation>
    </message>
    <message>
        <source>Its folder is not known</source>
        <translation>其文件夹未知</translation>
    </message>
    <message>
        <source>Runs are removed one at a time</source>
        <translation>一次只能移除一个运行</translation>
    </message>
    <message>
        <source>It is still running; stop it first</source>
        <translation>它仍在进行；请先停止</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Verdicts</source>
        <translation>结论</translation>
    </message>
    <message>
        <source>Newest</source>
        <translation>最新</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Step time</source>
        <translation>单步时间</translation>
    </message>
    <message>
        <source>Bubble</source>
        <translation>气泡</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>训练步数</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>结论</translation>
    </message>
    <message>
        <source>1 run</source>
        <translation>1 个运行</translation>
    </message>
    <message>
        <source>%1 runs</source>
        <translation>%1 个运行</translation>
    </message>
    <message>
        <source>Completed</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>Stop…</source>
        <translation>停止…</translation>
    </message>
    <message>
        <source>Stop the run, or cancel the job it waits for, after asking</source>
        <translation>询问后停止运行，或取消其等待的作业</translation>
    </message>
    <message>
        <source>In the queue</source>
        <translation>排队中</translation>
    </message>
    <message>
        <source>%1 has not begun, so there is nothing to show yet</source>
        <translation>%1 尚未开始，因此还没有可显示的内容</translation>
    </message>
    <message>
        <source>%1 never began, so there is nothing to show</source>
        <translation>%1 从未开始，因此没有可显示的内容</translation>
    </message>
    <message>
        <source>Runs are stopped one at a time</source>
        <translation>一次只能停止一个运行</translation>
    </message>
    <message>
        <source>It has ended</source>
        <translation>它已结束</translation>
    </message>
    <message>
        <source>It waits in the queue; stop it first</source>
        <translation>它正在排队；请先停止它</translation>
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
        <translation>运行是仿真的：其操作耗时就是所执行策略给定的时间</translation>
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
        <translation>这里不知道运行所遵循的操作顺序</translation>
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
        <source>; left out: %1 in which someone slowed rank %2</source>
        <translation>；未计入：有人减慢 rank %2 期间的 %1 步</translation>
    </message>
    <message>
        <source>; left out: %1 under another schedule</source>
        <translation>；未计入：其他调度下的 %1 步</translation>
    </message>
    <message>
        <source>Someone slowed a rank of this run, and fewer than %1 whole steps without that have been seen: they would not be the machine&apos;s times</source>
        <translation>有人减慢了此运行的一个 rank，且未受影响的完整步少于 %1 步：那不是机器本身的时间</translation>
    </message>
    <message>
        <source>Costs taken from %1 steps: predicted %2, measured %3 (%4); steps not fitted to: %5%6</source>
        <translation>开销取自 %1 步：预测 %2，实测 %3（%4）；未参与拟合的步：%5%6</translation>
    </message>
    <message>
        <source>; %1</source>
        <comment>a clause that follows another</comment>
        <translation>；%1</translation>
    </message>
</context>
<context>
    <name>gui::RunCharts</name>
    <message>
        <source>predicted</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>Step times, loss, throughput and memory of a run appear here once its first step is complete. An emulated run has no loss.</source>
        <translation>运行完成第一步后，此处显示单步时间、损失、吞吐和显存。仿真运行没有损失。</translation>
    </message>
    <message>
        <source>Norm of the gradient: %1</source>
        <translation>梯度范数：%1</translation>
    </message>
    <message>
        <source>Learning rate: %1</source>
        <translation>学习率：%1</translation>
    </message>
    <message>
        <source>Step time</source>
        <translation>单步时间</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>left out, not a number</source>
        <translation>已跳过，不是数值</translation>
    </message>
    <message>
        <source>Throughput, all ranks</source>
        <translation>吞吐，所有 rank</translation>
    </message>
    <message>
        <source>Samples, all ranks</source>
        <translation>样本，所有 rank</translation>
    </message>
    <message>
        <source>%1 tokens/s</source>
        <translation>%1 词元/秒</translation>
    </message>
    <message>
        <source>%1 samples/s</source>
        <translation>%1 样本/秒</translation>
    </message>
    <message>
        <source>Memory, fullest rank</source>
        <translation>显存，占用最多的 rank</translation>
    </message>
    <message>
        <source>device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>cap</source>
        <translation>上限</translation>
    </message>
    <message>
        <source>%1 W</source>
        <translation>%1 W</translation>
    </message>
    <message>
        <source>Power, per device</source>
        <translation>功率，每个设备</translation>
    </message>
</context>
<context>
    <name>gui::RunCockpit</name>
    <message>
        <source>No alarms waiting</source>
        <translation>没有待确认的告警</translation>
    </message>
    <message>
        <source>Acknowledge all</source>
        <translation>全部确认</translation>
    </message>
    <message>
        <source>Curves</source>
        <translation>曲线</translation>
    </message>
    <message>
        <source>Alarms (%1)</source>
        <translation>告警（%1）</translation>
    </message>
    <message>
        <source>Alarms</source>
        <translation>告警</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>New alarm: %1</source>
        <translation>新告警：%1</translation>
    </message>
    <message>
        <source>New alarm: %1, rank %2</source>
        <translation>新告警：%1，rank %2</translation>
    </message>
</context>
<context>
    <name>gui::RunCommands</name>
    <message>
        <source>Stop the run</source>
        <translation>停止运行</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>take the run&apos;s strategy</source>
        <translation>采用运行的策略</translation>
    </message>
    <message>
        <source>%1 goes on: this run would share the machine with it, and have a tab of its own</source>
        <translation>%1 仍在进行：此运行会与它共用这台机器，并使用单独的标签页</translation>
    </message>
    <message>
        <source>Stop after this step</source>
        <translation>本步之后停止</translation>
    </message>
    <message>
        <source>End %1 once the step under way is done? %2
What was trained since its last checkpoint is lost; &quot;Checkpoint now&quot; (F7) saves it first.</source>
        <translation>进行中的一步完成后结束 %1？%2
上一个检查点以来的训练会丢失；“立即保存检查点”（F7）可先保存。</translation>
    </message>
    <message>
        <source>Stop after the step</source>
        <translation>本步之后停止</translation>
    </message>
    <message>
        <source>No step of it is done yet.</source>
        <translation>它还没有完成任何一步。</translation>
    </message>
    <message>
        <source>It has done %1 of %2 steps; the rest would take about %3.</source>
        <translation>它已完成 %1 / %2 步；其余约需 %3。</translation>
    </message>
    <message>
        <source>It has done 1 step.</source>
        <translation>它已完成 1 步。</translation>
    </message>
    <message>
        <source>It has done %1 steps.</source>
        <translation>它已完成 %1 步。</translation>
    </message>
    <message>
        <source>Stop every process of %1 now? %2</source>
        <translation>立即停止 %1 的所有进程？%2</translation>
    </message>
    <message>
        <source>What was trained since its last checkpoint is lost.</source>
        <translation>上一个检查点以来的训练会丢失。</translation>
    </message>
    <message>
        <source>&quot;Stop after this step&quot; (Ctrl+F5) lets the step under way end.</source>
        <translation>“本步之后停止”（Ctrl+F5）会让进行中的一步先完成。</translation>
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
        <source>No run in progress is shown</source>
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
        <translation>%1 不对应任何运行，或对应多个；请查看 bubblescope-run list</translation>
    </message>
    <message>
        <source>%1 is not a recording: there is no file %2</source>
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
        <source>%1 was stopped</source>
        <translation>%1 已停止</translation>
    </message>
    <message>
        <source>%1 was not stopped: bubblescope-run has not answered the last command yet. Stop it again.</source>
        <translation>%1 未停止：bubblescope-run 尚未答复上一条命令。请再次停止。</translation>
    </message>
    <message>
        <source>The run was not started. %1.</source>
        <translation>运行未启动。%1。</translation>
    </message>
    <message>
        <source>starting the run…</source>
        <translation>正在启动运行…</translation>
    </message>
    <message>
        <source>%1 was not stopped</source>
        <translation>%1 未停止</translation>
    </message>
    <message>
        <source>submitting the run to Slurm…</source>
        <translation>正在将运行提交到 Slurm…</translation>
    </message>
    <message>
        <source>%1 is submitted as job %2</source>
        <translation>%1 已提交为作业 %2</translation>
    </message>
    <message>
        <source>%1 is submitted: %2</source>
        <translation>%1 已提交：%2</translation>
    </message>
    <message>
        <source>%1 has not begun: %2</source>
        <translation>%1 尚未开始：%2</translation>
    </message>
    <message>
        <source>reaching %1 by ssh…</source>
        <translation>正在通过 ssh 连接 %1…</translation>
    </message>
    <message>
        <source>%1 is not the folder of a tunnel that is open</source>
        <translation>%1 不是一个已打开隧道的文件夹</translation>
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
        <translation>运行所遵循的操作顺序未知</translation>
    </message>
    <message>
        <source>Slowed by hand</source>
        <translation>手动减慢</translation>
    </message>
</context>
<context>
    <name>gui::RunLibrary</name>
    <message>
        <source>bubblescope-run is neither beside this program nor on the PATH</source>
        <translation>在本程序旁和 PATH 中都找不到 bubblescope-run</translation>
    </message>
    <message>
        <source>The list of runs cannot be read.</source>
        <translation>无法读取运行列表。</translation>
    </message>
</context>
<context>
    <name>gui::RunModel</name>
    <message>
        <source>started %1</source>
        <translation>开始于 %1</translation>
    </message>
    <message>
        <source>half of its steps took %1 to %2</source>
        <translation>其中一半的步耗时 %1 到 %2</translation>
    </message>
    <message>
        <source>records that are in no file: %1</source>
        <translation>未写入任何文件的记录：%1 条</translation>
    </message>
    <message>
        <source>submitted %1</source>
        <translation>提交于 %1</translation>
    </message>
</context>
<context>
    <name>gui::RunPanel</name>
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
        <translation>滞后</translation>
    </message>
    <message>
        <source>Lost</source>
        <translation>丢失</translation>
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
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>结论</translation>
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
        <translation>显示的是记录：没有可停止的运行</translation>
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
    <name>gui::RunPicture</name>
    <message>
        <source>End the run</source>
        <translation>结束运行</translation>
    </message>
    <message>
        <source>Steps that the run has done</source>
        <translation>运行已完成的步数</translation>
    </message>
    <message>
        <source>The run goes on: %1 of %2 steps are done.</source>
        <translation>正在运行：已完成 %1 / %2 步。</translation>
    </message>
    <message>
        <source>A recording of this very run, made by this program on another machine.</source>
        <translation>正是这一运行的记录，由本程序在另一台机器上生成。</translation>
    </message>
    <message>
        <source>Measured on this machine just now.</source>
        <translation>刚刚在本机实测。</translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>measured, step %1</source>
        <translation>实测，第 %1 步</translation>
    </message>
    <message>
        <source>Show our recording instead</source>
        <translation>改看自带的记录</translation>
    </message>
</context>
<context>
    <name>gui::RunTabs</name>
    <message>
        <source>Recordings (*.bslog);;All files (*)</source>
        <translation>记录 (*.bslog);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Open a recording</source>
        <translation>打开记录</translation>
    </message>
    <message>
        <source>Take a recording off the list</source>
        <translation>从列表中去掉记录</translation>
    </message>
    <message>
        <source>Take %1 off the list? Its folder stays where it is:
%2</source>
        <translation>从列表中去掉 %1？其文件夹保持不动：
%2</translation>
    </message>
    <message>
        <source>Take it off</source>
        <translation>去掉</translation>
    </message>
    <message>
        <source>Remove a run</source>
        <translation>移除运行</translation>
    </message>
    <message>
        <source>Move the folder of %1, with its recording, its log and its checkpoints, to the trash?
%2</source>
        <translation>把 %1 的文件夹（含记录、日志和检查点）移到回收站？
%2</translation>
    </message>
    <message>
        <source>Move to the trash</source>
        <translation>移到回收站</translation>
    </message>
    <message>
        <source>%1 is in the trash</source>
        <translation>%1 已移到回收站</translation>
    </message>
    <message>
        <source>No file manager answers; the path is on the clipboard: %1</source>
        <translation>没有文件管理器应答；路径已复制到剪贴板：%1</translation>
    </message>
    <message>
        <source>Stop the run</source>
        <translation>停止运行</translation>
    </message>
    <message>
        <source>Stop every process of %1 now? What was trained since its last checkpoint is lost.</source>
        <translation>立即停止 %1 的所有进程？自上一个检查点以来的训练成果将丢失。</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>stopping %1…</source>
        <translation>正在停止 %1…</translation>
    </message>
    <message>
        <source>%1 was stopped</source>
        <translation>%1 已停止</translation>
    </message>
    <message>
        <source>%1 was not stopped</source>
        <translation>%1 未能停止</translation>
    </message>
    <message>
        <source>Take it out</source>
        <translation>移出队列</translation>
    </message>
    <message>
        <source>Take %1 out of the queue? Its job %2 will be cancelled, and the run will not begin.</source>
        <translation>将 %1 移出队列？其作业 %2 将被取消，该运行不会开始。</translation>
    </message>
</context>
<context>
    <name>gui::ScheduleChooser</name>
    <message>
        <source>Schedule</source>
        <translation>调度</translation>
    </message>
    <message>
        <source>Needs: %1</source>
        <translation>条件：%1</translation>
    </message>
    <message>
        <source>Step time: %1</source>
        <translation>单步时间：%1</translation>
    </message>
    <message>
        <source>Peak in flight on rank r: %1</source>
        <translation>rank r 的峰值在途数：%1</translation>
    </message>
    <message>
        <source>is not in the catalogue</source>
        <translation>不在调度目录中</translation>
    </message>
    <message>
        <source>weights %1 × the model · %2</source>
        <translation>权重为模型的 %1 倍 · %2</translation>
    </message>
    <message>
        <source>By hand</source>
        <translation>手动</translation>
    </message>
    <message>
        <source>The ops in an order of your own, or in that of a file</source>
        <translation>操作按自定的顺序或文件的顺序</translation>
    </message>
</context>
<context>
    <name>gui::Scrubber</name>
    <message>
        <source>Step shown</source>
        <translation>所显示的训练步</translation>
    </message>
    <message>
        <source>Behind the run</source>
        <translation>落后于运行的步数</translation>
    </message>
    <message>
        <source>Step to look at</source>
        <translation>要查看的训练步</translation>
    </message>
    <message>
        <source>Which step is drawn</source>
        <translation>绘制哪一步</translation>
    </message>
    <message>
        <source>Which step is drawn. Automatic draws a step as it fills in when steps take 0.4 s or longer</source>
        <translation>绘制哪一步。“自动”：每步不短于 0.4 s 时边进行边绘制</translation>
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
        <source>No step has been seen whole yet</source>
        <translation>还没有看到完整的一步</translation>
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
        <source>held, %1 behind</source>
        <translation>已停住，落后 %1 步</translation>
    </message>
    <message>
        <source>Drag to hold an older step; Follow returns to the run</source>
        <translation>拖动可停在较早的一步；用“跟随”回到运行</translation>
    </message>
</context>
<context>
    <name>gui::SearchPanel</name>
    <message>
        <source>Tensor</source>
        <translation>张量并行</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>上下文并行</translation>
    </message>
    <message>
        <source>Pipeline</source>
        <translation>流水线并行</translation>
    </message>
    <message>
        <source>Expert</source>
        <translation>专家并行</translation>
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
        <source>Numbers of devices to examine, separated by commas</source>
        <translation>要考察的设备数，以逗号分隔</translation>
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
        <source>State of the search</source>
        <translation>搜索状态</translation>
    </message>
    <message>
        <source>What may change</source>
        <translation>可改变的内容</translation>
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
        <source>Tries every way to divide the model over the cluster&apos;s devices, with every schedule, and lists the fastest that fit.</source>
        <translation>遍历模型在集群设备上的各种切分与各种调度，找出放得下的最快者。</translation>
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
        <source>%1 examined, %2 simulated; the best so far takes %3</source>
        <translation>已考察 %1 种，模拟 %2 种；目前最快的一步 %3</translation>
    </message>
    <message>
        <source>%1 examined</source>
        <translation>已考察 %1 种</translation>
    </message>
    <message>
        <source>%1 examined, %2 simulated. A point or a row opens with Enter or a double click.</source>
        <translation>已考察 %1 种，模拟 %2 种。按 Enter 或双击可打开一个点或一行。</translation>
    </message>
    <message>
        <source>%1 examined, and none is fast enough.</source>
        <translation>已考察 %1 种，都不够快。</translation>
    </message>
    <message>
        <source>%1 examined, and none fits; the smallest needs %2.</source>
        <translation>已考察 %1 种，都放不下；最省的需要 %2。</translation>
    </message>
    <message>
        <source>%1 examined, and none fits.</source>
        <translation>已考察 %1 种，都放不下。</translation>
    </message>
    <message>
        <source>Devices must be whole numbers separated by commas, such as 256, 512, not &apos;%1&apos;.</source>
        <translation>设备数是以逗号分隔的整数，如 256, 512；不能是“%1”。</translation>
    </message>
    <message>
        <source>%1 examined, %2 simulated, of which %3 may be the best. A point or a row opens with Enter or a double click.</source>
        <translation>已考察 %1 种，模拟 %2 种，其中 %3 种可能是最优。按 Enter 或双击可打开一个点或一行。</translation>
    </message>
</context>
<context>
    <name>gui::SearchSheet</name>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Time and memory</source>
        <translation>时间与显存</translation>
    </message>
    <message>
        <source>Strategies found</source>
        <translation>找到的策略</translation>
    </message>
    <message>
        <source>Search, beginning with the strategy below</source>
        <translation>搜索，从下列策略开始</translation>
    </message>
</context>
<context>
    <name>gui::SearchView</name>
    <message>
        <source>No search yet: choose on the left what may change, and press Search.</source>
        <translation>尚未搜索：请在左侧选择可改变的内容，然后按“搜索”。</translation>
    </message>
    <message>
        <source>What the plot leaves out</source>
        <translation>图中略去的内容</translation>
    </message>
    <message>
        <source>Strategies found</source>
        <translation>找到的策略</translation>
    </message>
    <message>
        <source>strategy</source>
        <translation>策略</translation>
    </message>
    <message>
        <source>vs. yours</source>
        <translation>比当前策略</translation>
    </message>
    <message>
        <source>why it is here</source>
        <translation>入选原因</translation>
    </message>
    <message>
        <source>%1 of %2 points are drawn; the table has all.</source>
        <translation>绘制了 %2 个点中的 %1 个；全部见表格。</translation>
    </message>
    <message>
        <source>Too slow for the plot: %1. The table has them all.</source>
        <translation>因过慢未绘出：%1 个。全部见表格。</translation>
    </message>
    <message>
        <source>%1, equal to the best found</source>
        <translation>%1，与找到的最优项相当</translation>
    </message>
    <message>
        <source>80 % interval</source>
        <translation>80% 区间</translation>
    </message>
</context>
<context>
    <name>gui::SectionHeader</name>
    <message>
        <source>1 problem</source>
        <translation>1 个问题</translation>
    </message>
    <message>
        <source>%1 problems</source>
        <translation>%1 个问题</translation>
    </message>
</context>
<context>
    <name>gui::SessionKeeper</name>
    <message>
        <source>These were open when the last window was closed, and cannot be opened now: %1</source>
        <translation>上次关闭窗口时打开的以下内容现在无法打开：%1</translation>
    </message>
</context>
<context>
    <name>gui::SetInput</name>
    <message>
        <source>Choose</source>
        <translation>请选择</translation>
    </message>
</context>
<context>
    <name>gui::ShardPage</name>
    <message>
        <source>&amp;Layer</source>
        <translation>层(&amp;L)</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>The device whose shards are shown</source>
        <translation>所显示分片的设备</translation>
    </message>
    <message>
        <source>What is exchanged</source>
        <translation>通信内容</translation>
    </message>
    <message>
        <source>The shards are drawn once the estimate is ready.</source>
        <translation>估算完成后才绘制分片。</translation>
    </message>
    <message>
        <source>The shards are drawn for a strategy with a model. The editor adds one.</source>
        <translation>只有带模型的策略才能绘制分片。可在编辑器中添加模型。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>gui::ShardView</name>
    <message>
        <source>Shards of a device</source>
        <translation>设备的分片</translation>
    </message>
    <message>
        <source>data rank</source>
        <translation>数据 rank</translation>
    </message>
    <message>
        <source>At the peak</source>
        <translation>峰值时</translation>
    </message>
    <message>
        <source>%1 of %2: weights, gradients, optimizer states, activations of %3 in flight, buffers and the rest</source>
        <translation>%1 / %2：权重、梯度、优化器状态、%3 个在途的激活、缓冲区及其余</translation>
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
        <translation>%1 未及时应答；请查看其日志</translation>
    </message>
    <message>
        <source>%1 ended with exit code %2</source>
        <translation>%1 以退出码 %2 结束</translation>
    </message>
</context>
<context>
    <name>gui::SidePanel</name>
    <message>
        <source>Close the panel</source>
        <translation>收起面板</translation>
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
        <source>Full speed</source>
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
    <message>
        <source>What is predicted to happen</source>
        <translation>预测的结果</translation>
    </message>
    <message>
        <source>predicting…</source>
        <translation>正在预测…</translation>
    </message>
    <message>
        <source>Nothing is predicted: what runs is not known.</source>
        <translation>没有预测：不知道正在运行什么。</translation>
    </message>
    <message>
        <source>Nothing can be predicted of it.</source>
        <translation>无法预测。</translation>
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
    <message>
        <source>Backward wait</source>
        <translation>反向等待</translation>
    </message>
    <message>
        <source>What waiting for the host adds to a whole backward</source>
        <translation>等待主机使完整反向增加的时间</translation>
    </message>
    <message>
        <source>Input wait</source>
        <translation>输入梯度等待</translation>
    </message>
    <message>
        <source>What waiting for the host adds to an input gradient that runs on its own</source>
        <translation>等待主机使单独执行的输入梯度增加的时间</translation>
    </message>
    <message>
        <source>Weight wait</source>
        <translation>权重梯度等待</translation>
    </message>
    <message>
        <source>What waiting for the host adds to a weight gradient that runs on its own</source>
        <translation>等待主机使单独执行的权重梯度增加的时间</translation>
    </message>
</context>
<context>
    <name>gui::StartPage</name>
    <message>
        <source>Open a file…</source>
        <translation>打开文件…</translation>
    </message>
    <message>
        <source>Recent files</source>
        <translation>最近文件</translation>
    </message>
    <message>
        <source>Files that you open or save are listed here. You can also drop them onto the window.</source>
        <translation>打开或保存过的文件会列在这里。也可以把文件拖到窗口上。</translation>
    </message>
    <message>
        <source>Recent runs</source>
        <translation>最近运行</translation>
    </message>
    <message>
        <source>Runs of this machine are listed here.</source>
        <translation>本机上的运行会列在这里。</translation>
    </message>
    <message>
        <source>Strategies to begin with</source>
        <translation>预设策略</translation>
    </message>
    <message>
        <source>A strategy, a configuration of another framework, a recording or a trace</source>
        <translation>策略、其他框架的配置、记录或跟踪文件</translation>
    </message>
    <message>
        <source>missing</source>
        <translation>现已不在</translation>
    </message>
</context>
<context>
    <name>gui::StartSheet</name>
    <message>
        <source>Bubblescope</source>
        <translation>Bubblescope</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
</context>
<context>
    <name>gui::StateChart</name>
    <message>
        <source>step</source>
        <translation>单步时间</translation>
    </message>
    <message>
        <source>The curve is drawn once you have answered.</source>
        <translation>回答之后才画出曲线。</translation>
    </message>
    <message>
        <source>Values of the curve</source>
        <translation>曲线上的值</translation>
    </message>
    <message>
        <source>state</source>
        <translation>状态</translation>
    </message>
</context>
<context>
    <name>gui::StepBars</name>
    <message>
        <source>Steps of the run</source>
        <translation>运行的各步</translation>
    </message>
    <message>
        <source>Step %1: %2</source>
        <translation>第 %1 步：%2</translation>
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
        <translation>每个 rank 最后一个操作之后未被掩盖的部分</translation>
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
        <translation>融合对中较短操作被较长操作掩盖的比例</translation>
    </message>
</context>
<context>
    <name>gui::StepHints</name>
    <message>
        <source>In letters, for %1: %2</source>
        <translation>%1 的公式：%2</translation>
    </message>
    <message>
        <source>Play the step and watch what each rank does, op by op.</source>
        <translation>播放训练步，逐个操作地观察每个 rank 在做什么。</translation>
    </message>
    <message>
        <source>Ask why: choose a stretch in which a rank idles, and follow what it waits for, back to the first op.</source>
        <translation>追问原因：选择 rank 的一段空闲，看它在等待什么，一直追到第一个操作。</translation>
    </message>
</context>
<context>
    <name>gui::StepPanel</name>
    <message>
        <source>Your guess: %1, the truth: %2.</source>
        <translation>猜测：%1，真值：%2。</translation>
    </message>
    <message>
        <source>That is it.</source>
        <translation>完全猜中。</translation>
    </message>
    <message>
        <source>You were off by %1.</source>
        <translation>相差 %1。</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>题目</translation>
    </message>
    <message>
        <source>Hints</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>上一步</translation>
    </message>
    <message>
        <source>Done.</source>
        <translation>完成。</translation>
    </message>
    <message>
        <source>Right. Points: %1</source>
        <translation>正确。得分：%1</translation>
    </message>
    <message>
        <source>Right.</source>
        <translation>正确。</translation>
    </message>
    <message>
        <source>Not yet.</source>
        <translation>尚未达到。</translation>
    </message>
    <message>
        <source>Not right.</source>
        <translation>不正确。</translation>
    </message>
    <message>
        <source>Try again.</source>
        <translation>再试一次。</translation>
    </message>
    <message>
        <source>Step %1 of %2</source>
        <translation>第 %1 步，共 %2 步</translation>
    </message>
    <message>
        <source>Hint %1 of %2</source>
        <translation>提示 %1 / %2</translation>
    </message>
    <message>
        <source>Finish</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>下一步</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>I have read it</source>
        <translation>已读</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>检查</translation>
    </message>
    <message>
        <source>The run does not show it.</source>
        <translation>这次运行没有显示出来。</translation>
    </message>
    <message>
        <source>A machine that is busy with something else can do that. Run it again.</source>
        <translation>机器忙于其他工作时可能会这样。请再运行一次。</translation>
    </message>
    <message>
        <source>A machine that is busy with something else can do that. Run it again, or look at the recording.</source>
        <translation>机器忙于其他工作时可能会这样。请再运行一次，或查看记录。</translation>
    </message>
</context>
<context>
    <name>gui::StepStack</name>
    <message>
        <source>Curves over the steps of the run</source>
        <translation>运行各步的曲线</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 到 %2</translation>
    </message>
    <message>
        <source>%1: %2 in steps %3–%4</source>
        <translation>%1：第 %3–%4 步为 %2</translation>
    </message>
</context>
<context>
    <name>gui::StepViews</name>
    <message>
        <source>Memory of each rank at its peak</source>
        <translation>各 rank 峰值时的显存</translation>
    </message>
    <message>
        <source>Microbatches in flight on each rank</source>
        <translation>各 rank 的在途微批次</translation>
    </message>
    <message>
        <source>Where the time of each rank goes</source>
        <translation>各 rank 的时间去向</translation>
    </message>
    <message>
        <source>Messages between ranks</source>
        <translation>rank 之间的消息</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Layers of each rank</source>
        <translation>各 rank 的层</translation>
    </message>
    <message>
        <source>Stages of each rank</source>
        <translation>各 rank 的阶段</translation>
    </message>
    <message>
        <source>This cannot run, so there is nothing to show of it.</source>
        <translation>这无法运行，因此没有可显示的内容。</translation>
    </message>
    <message>
        <source>The states beside each other</source>
        <translation>并排的各个状态</translation>
    </message>
</context>
<context>
    <name>gui::StrategySheet</name>
    <message>
        <source>Follow</source>
        <translation>跟随</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Take the costs from this run</source>
        <translation>采用此运行的开销</translation>
    </message>
    <message>
        <source>saved %1</source>
        <translation>已保存 %1</translation>
    </message>
    <message>
        <source>exported to %1</source>
        <translation>已导出到 %1</translation>
    </message>
    <message>
        <source>There is nothing to undo</source>
        <translation>没有可撤销的修改</translation>
    </message>
    <message>
        <source>There is nothing to redo</source>
        <translation>没有可重做的修改</translation>
    </message>
    <message>
        <source>Ledger</source>
        <translation>时间账目</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>Import report</source>
        <translation>导入报告</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>Strategy, as it is predicted</source>
        <translation>策略，按预测</translation>
    </message>
    <message>
        <source>Run %1, beside what is predicted of it</source>
        <translation>运行 %1，与其预测对照</translation>
    </message>
    <message>
        <source>The costs are worked out from the model</source>
        <translation>开销由模型推算得出</translation>
    </message>
    <message>
        <source>Recording %1, beside what is predicted of it</source>
        <translation>记录 %1，与其预测对照</translation>
    </message>
</context>
<context>
    <name>gui::StrategyVerdict</name>
    <message>
        <source>Step</source>
        <translation>单步时间</translation>
    </message>
    <message>
        <source>Step, stands for %1</source>
        <translation>单步时间（代表 %1）</translation>
    </message>
    <message>
        <source>One step of the optimizer, all microbatches: %1</source>
        <translation>优化器的一步，含全部微批次：%1</translation>
    </message>
    <message>
        <source>The strategy has no costs, so nothing says how long its ops take on this device</source>
        <translation>策略没有开销数据，无从得知其操作在此设备上要多久</translation>
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
        <source>In flight</source>
        <translation>在途数</translation>
    </message>
    <message>
        <source>Most (microbatch, stage) pairs that a rank holds</source>
        <translation>一个 rank 同时持有的（微批次，阶段）对的最大数目</translation>
    </message>
    <message>
        <source>predicted from %1</source>
        <translation>依据%1预测</translation>
    </message>
    <message>
        <source>measured %1</source>
        <translation>实测 %1</translation>
    </message>
    <message>
        <source>measured %1, %2</source>
        <translation>实测 %1，%2</translation>
    </message>
    <message>
        <source>connecting</source>
        <translation>正在连接</translation>
    </message>
    <message>
        <source>Source of what is measured: step %1, all ranks</source>
        <translation>实测的依据：第 %1 步，所有 rank</translation>
    </message>
    <message>
        <source>Beyond what has been measured: %1</source>
        <translation>超出已有的实测范围：%1</translation>
    </message>
    <message>
        <source>80 % interval: %1 to %2, by how far runs of such software on such devices were from their predictions</source>
        <translation>80% 区间：%1 到 %2，依据同类软件在同类设备上的运行与其预测的偏差</translation>
    </message>
</context>
<context>
    <name>gui::StripSheet</name>
    <message>
        <source>What went wrong</source>
        <translation>出错信息</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>知道了</translation>
    </message>
</context>
<context>
    <name>gui::SwapDialog</name>
    <message>
        <source>Looking for schedules that fit…</source>
        <translation>正在查找适用的调度…</translation>
    </message>
    <message>
        <source>Swap the schedule</source>
        <translation>更换调度</translation>
    </message>
    <message>
        <source>Schedules to switch to</source>
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
        <source>These keep every stage on its rank. The run switches between two steps.</source>
        <translation>这些调度让每个阶段留在原 rank 上。运行在两步之间切换。</translation>
    </message>
    <message>
        <source>%1 – runs now</source>
        <translation>%1 – 当前运行</translation>
    </message>
    <message>
        <source>predicting…</source>
        <translation>正在预测…</translation>
    </message>
    <message>
        <source>bubble %1</source>
        <translation>气泡 %1</translation>
    </message>
    <message>
        <source>no prediction</source>
        <translation>对它没有预测</translation>
    </message>
    <message>
        <source>Choose a schedule other than the one that runs</source>
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
    <message>
        <source>No other schedule keeps every stage on its rank and divides the step the same way.</source>
        <translation>没有其他调度能让每个阶段留在原 rank 上并以相同方式切分训练步。</translation>
    </message>
</context>
<context>
    <name>gui::SweepChart</name>
    <message>
        <source>%1 from %2 (dark) to %3 (light)</source>
        <translation>%1：从 %2（深）到 %3（浅）</translation>
    </message>
    <message>
        <source>as it is: %1</source>
        <translation>当前值：%1</translation>
    </message>
</context>
<context>
    <name>gui::SweepPanel</name>
    <message>
        <source>State of the sweep</source>
        <translation>扫描状态</translation>
    </message>
    <message>
        <source>Evaluates the strategy for each of the values.</source>
        <translation>对每个取值计算策略。</translation>
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
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
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
        <source>values, separated by commas</source>
        <translation>取值，以逗号分隔</translation>
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
        <source>%1 strategies, %2 of them possible. A point, a cell or a row opens with Enter or a double click.</source>
        <translation>%1 个策略，其中 %2 个可行。按 Enter 或双击可打开一个点、一格或一行。</translation>
    </message>
</context>
<context>
    <name>gui::SweepSheet</name>
    <message>
        <source>Sweep</source>
        <translation>扫描</translation>
    </message>
    <message>
        <source>%1, as a map</source>
        <translation>%1，热力图</translation>
    </message>
    <message>
        <source>Values swept</source>
        <translation>扫描的取值</translation>
    </message>
    <message>
        <source>Sweep of the strategy below</source>
        <translation>对下列策略的扫描</translation>
    </message>
</context>
<context>
    <name>gui::SweepView</name>
    <message>
        <source>No sweep yet: choose a field on the left, and press Sweep.</source>
        <translation>尚未扫描：请在左侧选择字段，然后按“扫描”。</translation>
    </message>
    <message>
        <source>The memory will appear here.</source>
        <translation>显存将显示在此处。</translation>
    </message>
    <message>
        <source>Strategies of the sweep</source>
        <translation>扫描得到的策略</translation>
    </message>
    <message>
        <source>bubble, %</source>
        <translation>气泡，%</translation>
    </message>
    <message>
        <source>step time, s</source>
        <translation>单步时间，s</translation>
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
        <source>What is shown</source>
        <translation>显示内容</translation>
    </message>
    <message>
        <source>as a map</source>
        <translation>热力图</translation>
    </message>
    <message>
        <source>as curves</source>
        <translation>曲线</translation>
    </message>
    <message>
        <source>How it is shown</source>
        <translation>显示方式</translation>
    </message>
    <message>
        <source>What the picture leaves out</source>
        <translation>图中略去的内容</translation>
    </message>
    <message>
        <source>peak memory of the fullest device, GiB</source>
        <translation>占用最多的设备的峰值显存，GiB</translation>
    </message>
    <message>
        <source>limit %1</source>
        <translation>上限 %1</translation>
    </message>
    <message>
        <source>value</source>
        <translation>取值</translation>
    </message>
    <message>
        <source>does it fit</source>
        <translation>是否放得下</translation>
    </message>
    <message>
        <source>fits</source>
        <translation>放得下</translation>
    </message>
    <message>
        <source>no, by %1</source>
        <translation>否，超出 %1</translation>
    </message>
    <message>
        <source>One value in %1 of one curve in %2 is drawn; the table has all.</source>
        <translation>每 %2 条曲线绘制一条，其中每 %1 个取值绘制一个；全部见表格。</translation>
    </message>
    <message>
        <source>One value in %1 is drawn; the table has all.</source>
        <translation>每 %1 个取值绘制一个；全部见表格。</translation>
    </message>
    <message>
        <source>One curve in %1 is drawn; the table has all.</source>
        <translation>每 %1 条曲线绘制一条；全部见表格。</translation>
    </message>
    <message>
        <source>80 % interval</source>
        <translation>80% 区间</translation>
    </message>
    <message>
        <source>%1, equal to the best</source>
        <translation>%1，与最优项相当</translation>
    </message>
    <message>
        <source>%1, equal to the best per token</source>
        <translation>%1，按词元计与最优项相当</translation>
    </message>
</context>
<context>
    <name>gui::TableDialog</name>
    <message>
        <source>CSV, all digits</source>
        <translation>CSV，全部位数</translation>
    </message>
    <message>
        <source>Markdown</source>
        <translation>Markdown</translation>
    </message>
    <message>
        <source>LaTeX, with booktabs</source>
        <translation>LaTeX，使用 booktabs</translation>
    </message>
    <message>
        <source>Plain text</source>
        <translation>纯文本</translation>
    </message>
    <message>
        <source>Export a table</source>
        <translation>导出表格</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>What the file will say</source>
        <translation>文件内容预览</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>另存为…</translation>
    </message>
    <message>
        <source>copied %1</source>
        <translation>已复制 %1</translation>
    </message>
</context>
<context>
    <name>gui::TermList</name>
    <message>
        <source>Where the course speaks of it</source>
        <translation>课程中提到之处</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <comment>number and title of a lesson</comment>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>第 %1 步</translation>
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
        <source>optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>critical path</source>
        <translation>关键路径</translation>
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
        <source>kernels</source>
        <translation>内核</translation>
    </message>
    <message>
        <source>memory: %1</source>
        <translation>显存：%1</translation>
    </message>
    <message>
        <source>%1: click to show it</source>
        <translation>%1：单击显示</translation>
    </message>
    <message>
        <source>%1: click to fade it</source>
        <translation>%1：单击淡化</translation>
    </message>
    <message>
        <source>replica %1</source>
        <translation>副本 %1</translation>
    </message>
    <message>
        <source>c1 second chunk</source>
        <translation>c1 第二个模型块</translation>
    </message>
    <message>
        <source>memory in use on the device, by all processes</source>
        <translation>设备已用显存（所有进程）</translation>
    </message>
    <message>
        <source>limit of the device&apos;s memory</source>
        <translation>设备显存上限</translation>
    </message>
    <message>
        <source>Click or Enter: fold them</source>
        <translation>单击或 Enter：折叠</translation>
    </message>
    <message>
        <source>Click or Enter: a row for each</source>
        <translation>单击或 Enter：各占一行</translation>
    </message>
    <message>
        <source>c2 third chunk</source>
        <translation>c2 第三个模型块</translation>
    </message>
    <message>
        <source>c3 fourth chunk</source>
        <translation>c3 第四个模型块</translation>
    </message>
    <message>
        <source>collective</source>
        <translation>集合通信</translation>
    </message>
    <message>
        <source>collective inside an op</source>
        <translation>操作内的集合通信</translation>
    </message>
    <message>
        <source>collective beside the ops</source>
        <translation>与操作同时进行的集合通信</translation>
    </message>
    <message>
        <source>predicted peak memory</source>
        <translation>预测的峰值显存</translation>
    </message>
    <message>
        <source>ranks %1</source>
        <translation>rank %1</translation>
    </message>
    <message>
        <source>idle %1</source>
        <translation>空闲 %1</translation>
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
        <source>The picture shows the last valid strategy. %1</source>
        <translation>图中是上一个有效的策略。%1</translation>
    </message>
    <message>
        <source>The run is of another strategy than the one in the editor, which the track Predicted shows.</source>
        <translation>此运行的策略与编辑器中的不同；“预测”轨道显示的是编辑器中的策略。</translation>
    </message>
    <message>
        <source>Measured, step %1, cut short</source>
        <translation>实测，第 %1 步，中途停止</translation>
    </message>
    <message>
        <source>Searching for the best order…</source>
        <translation>正在搜索最佳顺序…</translation>
    </message>
    <message>
        <source>Working out the picture…</source>
        <translation>正在计算图形…</translation>
    </message>
    <message>
        <source>Unsaved changes</source>
        <translation>未保存的修改</translation>
    </message>
    <message>
        <source>Predicted from %1</source>
        <translation>依据%1预测</translation>
    </message>
    <message>
        <source>The run follows another order of ops than the track Predicted, whose order is searched for its costs.</source>
        <translation>运行的操作顺序与“预测”轨道不同，后者的顺序是按其开销搜索得到的。</translation>
    </message>
    <message>
        <source>Predicted, %1, from %2</source>
        <translation>依据%2预测（%1）</translation>
    </message>
    <message>
        <source>Take the run&apos;s strategy</source>
        <translation>采用运行的策略</translation>
    </message>
    <message>
        <source>measured, step %1</source>
        <translation>实测，第 %1 步</translation>
    </message>
</context>
<context>
    <name>gui::TimelineCanvas</name>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>Unpin rank %1 (Shift+P)</source>
        <translation>取消固定 rank %1（Shift+P）</translation>
    </message>
    <message>
        <source>Pin rank %1 to the top (Shift+P)</source>
        <translation>把 rank %1 固定在顶部（Shift+P）</translation>
    </message>
    <message>
        <source>Categories of the timeline</source>
        <translation>时间线的类别</translation>
    </message>
    <message>
        <source>Fade %1</source>
        <translation>淡化 %1</translation>
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
        <translation>其中 %1 原因不明</translation>
    </message>
    <message>
        <source>Back through %1 ops to the %2 on rank %3, at the start of the step</source>
        <translation>回溯 %1 个操作，到训练步开头 rank %3 上的%2</translation>
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
        <translation>在%1之间，与该 rank 的计算同时进行；训练步在此不等待它</translation>
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
        <translation>没有 rank %1 的显存数据</translation>
    </message>
    <message>
        <source>Memory of rank %1 at %2: %3</source>
        <translation>rank %1 在 %2 的显存：%3</translation>
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
        <translation>该 rank 在操作之外的工作</translation>
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
        <source>Against the prediction:</source>
        <translation>与预测相比：</translation>
    </message>
    <message>
        <source>This op: starts %1, takes %2</source>
        <translation>此操作：开始 %1，耗时 %2</translation>
    </message>
    <message>
        <source>Stage %1: %2 over %3 ops</source>
        <translation>阶段 %1：%3 个操作共 %2</translation>
    </message>
    <message>
        <source>Phase of rank %1, %2: %3</source>
        <translation>rank %1 的%2阶段：%3</translation>
    </message>
    <message>
        <source>Its device has %1</source>
        <translation>其设备共有 %1</translation>
    </message>
    <message>
        <source>At most in this step: %1, in the %2</source>
        <translation>本步最多：%1，在%2时</translation>
    </message>
    <message>
        <source>Shorter if rank %1 had less work: its %2 takes %3, that of this rank %4</source>
        <translation>减少 rank %1 的工作可缩短：其%2耗时 %3，本 rank 的为 %4</translation>
    </message>
    <message>
        <source>Shorter if rank %1, which ends the step, were done earlier</source>
        <translation>最后结束的 rank %1 若提前完成即可缩短</translation>
    </message>
    <message>
        <source>Shorter over a faster link: most of it is transfer</source>
        <translation>更快的链路可缩短：其中大部分是传输</translation>
    </message>
    <message>
        <source>ran other ops, or some are missing</source>
        <translation>执行了其他操作，或有缺失</translation>
    </message>
    <message>
        <source>%1 times what most take</source>
        <translation>为多数的 %1 倍</translation>
    </message>
    <message>
        <source>rank %1, replica %2</source>
        <translation>rank %1，副本 %2</translation>
    </message>
    <message>
        <source>All its ops: %1</source>
        <translation>其所有操作：%1</translation>
    </message>
    <message>
        <source>%1: %2 of %3 replicas are alike</source>
        <translation>%1：%3 个副本中有 %2 个相同</translation>
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
        <source>input gradient</source>
        <translation>输入梯度</translation>
    </message>
    <message>
        <source>weight gradient</source>
        <translation>权重梯度</translation>
    </message>
    <message>
        <source>%1, rank %2</source>
        <translation>%1，rank %2</translation>
    </message>
    <message>
        <source>%1, %2, starts at %3</source>
        <translation>%1，%2，始于 %3</translation>
    </message>
    <message>
        <source>Memory of rank %1: no data</source>
        <translation>rank %1 的显存：无数据</translation>
    </message>
    <message>
        <source>Memory of rank %1: at most %2, at %3</source>
        <translation>rank %1 的显存：最多 %2，在 %3</translation>
    </message>
    <message>
        <source>Ops in sight: %1 of %2</source>
        <translation>可见的操作：%1 / %2</translation>
    </message>
    <message>
        <source>In sight: %1 to %2 of %3</source>
        <translation>可见：%1 到 %2，共 %3</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1%</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source> (here %1)</source>
        <translation>（此处 %1）</translation>
    </message>
    <message>
        <source>%1: from %2 to %3</source>
        <translation>%1：从 %2 到 %3</translation>
    </message>
    <message>
        <source>The pipeline fills: more chunks per rank shorten it, and more microbatches make it a smaller share of the step</source>
        <translation>流水线正在填充：增加每个 rank 的模型块可缩短，增加微批次可减小其占比</translation>
    </message>
    <message>
        <source>The pipeline drains: more chunks per rank shorten it, and splitting off the weight gradients can fill it</source>
        <translation>流水线正在排空：增加每个 rank 的模型块可缩短，拆出的权重梯度可填补</translation>
    </message>
    <message>
        <source>Predicted peak: %1, including what the device itself needs</source>
        <translation>预测峰值：%1，包括设备自身所需的部分</translation>
    </message>
    <message>
        <source>Predicted peak: %1</source>
        <translation>预测峰值：%1</translation>
    </message>
    <message>
        <source>%1: rank %3 stands for %2 devices that do the same</source>
        <translation>%1：rank %3 代表工作相同的 %2 个设备</translation>
    </message>
    <message>
        <source>Rank %1</source>
        <translation>rank %1</translation>
    </message>
    <message>
        <source>Replica %1</source>
        <translation>副本 %1</translation>
    </message>
    <message>
        <source>no ops recorded</source>
        <translation>未记录操作</translation>
    </message>
    <message>
        <source>no ops recorded: its step took %1</source>
        <translation>未记录操作：该步耗时 %1</translation>
    </message>
    <message>
        <source>summary only: ops %1, idle %2, %3</source>
        <translation>仅有汇总：操作 %1，空闲 %2，%3</translation>
    </message>
    <message>
        <source>Ranks %1</source>
        <translation>rank %1</translation>
    </message>
    <message>
        <source>Ranks %1 on %2</source>
        <translation>%2 上的 rank %1</translation>
    </message>
    <message>
        <source>Of %1 it is not known what they did</source>
        <translation>其中 %1 个做了什么未知</translation>
    </message>
    <message>
        <source>; predicted %1</source>
        <translation>；预测 %1</translation>
    </message>
    <message>
        <source>Step: %1 to %3, median %2</source>
        <translation>步：%1 至 %3，中位数 %2</translation>
    </message>
    <message>
        <source>Idle: %1 to %3, median %2</source>
        <translation>空闲：%1 至 %3，中位数 %2</translation>
    </message>
    <message>
        <source>Ops: %1 to %3, median %2</source>
        <translation>操作：%1 至 %3，中位数 %2</translation>
    </message>
    <message>
        <source>Slowest: %1, %2</source>
        <translation>最慢：%1，%2</translation>
    </message>
    <message>
        <source>%1 holds the step up: its ops take %2 times what most take</source>
        <translation>%1 拖慢了这一步：其操作耗时是多数的 %2 倍</translation>
    </message>
    <message>
        <source>rank %1 on %2</source>
        <translation>%2 上的 rank %1</translation>
    </message>
    <message>
        <source>The rank sent what its step came to, and no ops</source>
        <translation>该 rank 只发送了该步的汇总，没有操作</translation>
    </message>
</context>
<context>
    <name>gui::Tour</name>
    <message>
        <source>Skip</source>
        <translation>跳过</translation>
    </message>
    <message>
        <source>Hints</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>Next hint</source>
        <translation>下一条提示</translation>
    </message>
    <message>
        <source>Skip the hints</source>
        <translation>跳过提示</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>下一条</translation>
    </message>
    <message>
        <source>The answer is here</source>
        <translation>结论在这里</translation>
    </message>
    <message>
        <source>Step time, bubble and memory, always in this place. Every edit leaves its difference beside the number.</source>
        <translation>单步时间、气泡与显存始终显示在此处。每次编辑带来的变化显示在数字旁。</translation>
    </message>
    <message>
        <source>Ask the picture</source>
        <translation>向图提问</translation>
    </message>
    <message>
        <source>Point at an op for its story; drag over rows to sum their time. Ctrl+Shift+P finds every command; ? lists all shortcuts.</source>
        <translation>指向操作可查看其说明，在各行上拖动可汇总时间。按 Ctrl+Shift+P 查找命令，按 ? 列出所有快捷键。</translation>
    </message>
    <message>
        <source>Design, run, learn</source>
        <translation>设计、运行、学习</translation>
    </message>
    <message>
        <source>Design a strategy, run it, look at runs again, learn how schedules work. Each opens its panel beside the timeline; press it again to close the panel.</source>
        <translation>设计策略、运行策略、回看以往的运行、了解调度的工作方式。各自在时间线旁打开面板；再次按下则收起。</translation>
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
    <name>gui::Tunnel</name>
    <message>
        <source>bubblescope-run could not be started; build or install it beside this program</source>
        <translation>无法启动 bubblescope-run；请在本程序旁构建或安装它</translation>
    </message>
    <message>
        <source>bubblescope-run answered in a way this program does not know; update both together</source>
        <translation>bubblescope-run 的应答无法识别；请同时更新两个程序</translation>
    </message>
    <message>
        <source>the tunnel to the other machine has ended</source>
        <translation>到另一台机器的隧道已结束</translation>
    </message>
    <message>
        <source>the tunnel to the other machine was not opened</source>
        <translation>到另一台机器的隧道没有打开</translation>
    </message>
</context>
<context>
    <name>gui::UnmetWords</name>
    <message>
        <source>Measured step</source>
        <translation>实测步长</translation>
    </message>
    <message>
        <source>Measured bubble</source>
        <translation>实测气泡</translation>
    </message>
    <message>
        <source>Ops began late by</source>
        <translation>操作开始得晚</translation>
    </message>
    <message>
        <source>The slow rank&apos;s ops, times as long as before</source>
        <translation>慢 rank 的操作，是原来的倍数</translation>
    </message>
    <message>
        <source>Slow since step</source>
        <translation>从第几步起变慢</translation>
    </message>
    <message>
        <source>Ops that ran twice</source>
        <translation>执行了两次的操作</translation>
    </message>
    <message>
        <source>Loss at the end</source>
        <translation>最后的损失</translation>
    </message>
    <message>
        <source>Loss at first</source>
        <translation>最初的损失</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>激活</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>%1 of rank %2</source>
        <translation>rank %2 的%1</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步长</translation>
    </message>
    <message>
        <source>Bubble</source>
        <translation>气泡</translation>
    </message>
    <message>
        <source>In flight at most</source>
        <translation>在途数（最多）</translation>
    </message>
    <message>
        <source>In flight on rank %1</source>
        <translation>rank %1 的在途数</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Microbatches</source>
        <translation>微批次数</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>吞吐量</translation>
    </message>
    <message>
        <source>MFU</source>
        <translation>MFU</translation>
    </message>
    <message>
        <source>less than %1</source>
        <translation>小于 %1</translation>
    </message>
    <message>
        <source>at most %1</source>
        <translation>不超过 %1</translation>
    </message>
    <message>
        <source>more than %1</source>
        <translation>大于 %1</translation>
    </message>
    <message>
        <source>at least %1</source>
        <translation>不少于 %1</translation>
    </message>
    <message>
        <source>%1: %2. Needed: %3.</source>
        <translation>%1：%2。需要：%3。</translation>
    </message>
    <message>
        <source>It does not fit into the memory of its devices.</source>
        <translation>设备的显存放不下。</translation>
    </message>
    <message>
        <source>The strategy still has a problem.</source>
        <translation>策略仍有问题。</translation>
    </message>
</context>
<context>
    <name>gui::VerdictBar</name>
    <message>
        <source>Where the numbers come from</source>
        <translation>数字的依据</translation>
    </message>
    <message>
        <source>State of the run</source>
        <translation>运行状态</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>结论</translation>
    </message>
    <message>
        <source>%1, change by the last edit</source>
        <translation>%1，上次编辑带来的变化</translation>
    </message>
    <message>
        <source>%1, in comparison</source>
        <translation>%1，对比</translation>
    </message>
</context>
<context>
    <name>gui::VerdictNote</name>
    <message>
        <source>What is said to your answer</source>
        <translation>对答案的评语</translation>
    </message>
    <message>
        <source>What came of it</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>结论</translation>
    </message>
</context>
<context>
    <name>gui::VoteBar</name>
    <message>
        <source>1st: 0</source>
        <translation>第一次：0</translation>
    </message>
    <message>
        <source>2nd: 0</source>
        <translation>第二次：0</translation>
    </message>
    <message>
        <source>1st: %1 · %2</source>
        <translation>第一次：%1 · %2</translation>
    </message>
    <message>
        <source>2nd: %1 · %2</source>
        <translation>第二次：%1 · %2</translation>
    </message>
</context>
</TS>
