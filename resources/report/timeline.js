'use strict';
// Draws the tracks of tracks.js, and shows the part of them that mouse and keyboard ask for.
(() => {
  const {words, rows, extent, fill, timeText, placeText, chunkOf, opStory, gapStory, firstEndingAfter} = tracks;
  const {KINDS, SHADES} = inks;
  const canvas = document.getElementById('timeline');
  const tip = document.getElementById('tip');
  const storyLine = document.getElementById('story');
  if (!canvas) return;
  const context = canvas.getContext('2d');
  const LETTERS = 'FBIW'; // of KINDS

  // ---- Drawing ---------------------------------------------------------------------------------
  const LABEL = 64, RULER = 24, HEAD = 22;
  const rowHeight = Math.min(26, Math.max(6, Math.floor(640 / Math.max(1, rows.length))));
  let view = [0, extent];
  let chosen = null; // {row, span}
  let light = false; // for print
  const tops = [];
  let height = 0;
  rows.forEach((at, i) => {
    if (at.rank === 0) height += HEAD;
    tops.push(height);
    height += rowHeight;
  });
  height += RULER;
  const width = () => Math.max(1, canvas.clientWidth - LABEL); // there may be no room at all
  const xOf = ns => LABEL + (ns - view[0]) / (view[1] - view[0]) * width();
  const timeAt = x => view[0] + (x - LABEL) / width() * (view[1] - view[0]);

  const SMALL = 3; // pixels; narrower ops are drawn by their shares of the columns they lie in
  const clip = x => Math.min(LABEL + width(), Math.max(LABEL, x));
  // Of a row's bar: its top and height, under the strip of the phases.
  const stripOf = () => (rowHeight >= 12 ? 2 : 0);
  const barOf = top => [top + stripOf(), rowHeight - stripOf() - (rowHeight > 8 ? 2 : 1)];

  function drawGround(at, top, ink, patterns) {
    const {track, rank} = at;
    const [y, h] = barOf(top);
    context.fillStyle = patterns.idle;
    context.fillRect(clip(xOf(0)), y, clip(xOf(track.makespan)) - clip(xOf(0)), h);
    if (!stripOf()) return;
    const ends = [0, ...track.phases[rank], track.makespan];
    for (let p = 0; p < 3; ++p) {
      context.fillStyle = ink['phase' + p];
      context.fillRect(clip(xOf(ends[p])), top, clip(xOf(ends[p + 1])) - clip(xOf(ends[p])), stripOf());
    }
  }

  // What is seen of a row: the small ops as shares of columns, and the others, from left to right.
  function lay(at) {
    const {track, row} = at;
    const scale = width() / (view[1] - view[0]) * track.unit, origin = view[0] / track.unit;
    const most = width();
    const shares = new Float32Array(KINDS.length * (Math.ceil(most) + 1));
    const wide = [];
    for (let i = firstEndingAfter(row, origin); i < row.op.length; ++i) {
      const a = Math.max(0, (row.start[i] - origin) * scale);
      if (a >= most) break;
      const b = Math.min(most, (row.end[i] - origin) * scale);
      if (b - a >= SMALL) { wide.push(i, a, b); continue; }
      const kind = row.op[i] % 4;
      for (let x = Math.floor(a); x < b; ++x)
        shares[KINDS.length * x + kind] += Math.min(b, x + 1) - Math.max(a, x);
    }
    return {shares, wide};
  }

  // Pixel by pixel, all rows at once: as rectangles they would be hundreds of thousands.
  const columns = document.createElement('canvas');
  function drawColumns(laid, ink) {
    const FINE = 2; // lines a pixel
    columns.width = Math.ceil(width()) + 1;
    columns.height = height * FINE;
    const pen = columns.getContext('2d');
    const image = pen.createImageData(columns.width, columns.height);
    const pixels = new Uint32Array(image.data.buffer);
    const tones = KINDS.map(kind => {
      const n = parseInt(ink[kind].slice(1), 16);
      return (255 << 24 | (n & 255) << 16 | n & 0xff00 | n >> 16) >>> 0; // as bytes: red first
    });
    laid.forEach(({shares}, i) => {
      const [y, h] = barOf(tops[i]);
      const foot = (y + h) * FINE;
      for (let x = 0; x < columns.width; ++x) {
        let share = 0, from = foot;
        for (let kind = 0; kind < KINDS.length; ++kind) {
          share += shares[KINDS.length * x + kind];
          const to = Math.max(y * FINE, Math.round(foot - share * h * FINE));
          for (let line = to; line < from; ++line) pixels[line * columns.width + x] = tones[kind];
          from = Math.min(from, to);
        }
      }
    });
    pen.putImageData(image, 0, 0);
    context.drawImage(columns, LABEL, 0, columns.width, height);
  }

  const PATTERNED = 6; // pixels; a narrower box shows its chunk by its shade alone
  const letterWidths = new Map();
  function widthOf(text) {
    let width = 0;
    for (const letter of text) {
      if (!letterWidths.has(letter)) letterWidths.set(letter, context.measureText(letter).width);
      width += letterWidths.get(letter);
    }
    return width;
  }
  // As much as there is room for: "F3·c1", "F3", or "3".
  function labelOf({track, row}, i, chunk, room) {
    const number = String(row.microbatch[i]), name = LETTERS[row.op[i] % 4] + number;
    const forms = track.chunks > 1 ? [name + '·c' + chunk, name, number] : [name, number];
    return forms.find(form => widthOf(form) + (form === number ? 2 : 5) <= room);
  }

  function drawWide(at, top, wide, ink, boxes, patterns) {
    const {track, row, rank} = at;
    const [y, h] = barOf(top);
    context.font = Math.min(12, h - 4) + 'px system-ui, sans-serif';
    context.textBaseline = 'middle';
    context.textAlign = 'center';
    const chunks = [];
    for (let n = 0; n < wide.length; n += 3)
      chunks.push(chunkOf(track, row.op[wide[n]], row.microbatch[wide[n]]));
    // One ink after the other: changing it takes longer than a box.
    boxes.forEach((shades, kind) => shades.forEach(({ground, patterned, text}, shade) => {
      const each = draw => {
        for (let n = 0; n < wide.length; n += 3)
          if (row.op[wide[n]] % 4 === kind && chunks[n / 3] % SHADES.length === shade)
            draw(wide[n], wide[n + 1], wide[n + 2], chunks[n / 3]);
      };
      each((i, a, b) => {
        context.fillStyle = b - a >= PATTERNED ? patterned : ground;
        context.fillRect(LABEL + a, y, b - a - 0.6, h);
      });
      if (h < 10) return;
      context.fillStyle = text;
      each((i, a, b, chunk) => {
        const label = labelOf(at, i, chunk, b - a);
        if (label) context.fillText(label, LABEL + (a + b) / 2, y + h / 2 + 0.5);
      });
    }));
    const bar = (from, to, style) => {
      const a = clip(xOf(from)), b = clip(xOf(to));
      if (b <= a) return;
      context.fillStyle = style;
      context.fillRect(a, y, b - a, h);
    };
    const tail = track.tails[rank];
    if (tail) {
      bar(tail[0], tail[1], ink.transfer);
      bar(tail[1], tail[2], ink.optimizer);
    }
    for (const [begin, end] of track.lost[rank] || []) bar(begin, end, patterns.noData);
  }

  function drawRuler(ink) {
    const top = height - RULER;
    context.fillStyle = ink.muted;
    context.strokeStyle = ink.border;
    context.font = '12px system-ui, sans-serif';
    context.textBaseline = 'top';
    context.textAlign = 'center';
    const wanted = (view[1] - view[0]) / Math.max(1, width() / 110);
    const power = 10 ** Math.floor(Math.log10(wanted));
    const step = [1, 2, 5, 10].map(f => f * power).find(s => s >= wanted);
    const said = [];
    context.beginPath();
    for (let t = Math.ceil(view[0] / step) * step; t <= view[1]; t += step) {
      const x = xOf(t);
      context.moveTo(x, top);
      context.lineTo(x, top + 4);
      const text = t === 0 ? '0' : placeText(t, view[1], step);
      said.push(text);
      const half = context.measureText(text).width / 2;
      context.fillText(text, Math.min(x, canvas.clientWidth - half - 2), top + 6);
    }
    context.stroke();
    canvas.dataset.ruler = said.join('|');
  }

  function draw() {
    const scale = devicePixelRatio || 1;
    canvas.style.height = height + 'px';
    canvas.width = Math.round(canvas.clientWidth * scale);
    canvas.height = Math.round(height * scale);
    context.setTransform(scale, 0, 0, scale, 0, 0);
    const ink = inks.colours(light);
    const boxes = inks.boxes(ink);
    const patterns = inks.patterns(ink, boxes);
    context.fillStyle = ink.base;
    context.fillRect(0, 0, canvas.clientWidth, height);
    const every = Math.ceil(14 / rowHeight);
    const laid = rows.map(lay);
    rows.forEach((at, i) => drawGround(at, tops[i], ink, patterns));
    drawColumns(laid, ink);
    rows.forEach((at, i) => {
      drawWide(at, tops[i], laid[i].wide, ink, boxes, patterns);
      context.textBaseline = 'middle';
      context.font = '12px system-ui, sans-serif';
      context.fillStyle = ink.muted;
      context.textAlign = 'right';
      if (at.rank % every === 0)
        context.fillText(fill(words.rank, at.rank), LABEL - 6, tops[i] + rowHeight / 2);
      if (at.rank > 0) return;
      context.textAlign = 'left';
      context.fillStyle = ink.text;
      const caption = [at.track.title, timeText(at.track.makespan)];
      if (at.track.hidden) caption.push(fill(words.hidden[at.track.hidden > 1 ? 1 : 0], at.track.hidden));
      context.fillText(caption.join(' · '), 4, tops[i] - HEAD / 2);
    });
    if (chosen) {
      const {track, row} = rows[chosen.row];
      context.strokeStyle = ink.accent;
      context.lineWidth = 2;
      const a = xOf(row.start[chosen.span] * track.unit);
      context.strokeRect(a, tops[chosen.row], xOf(row.end[chosen.span] * track.unit) - a, rowHeight);
      context.lineWidth = 1;
    }
    drawRuler(ink);
    canvas.dataset.begin = Math.round(view[0]);
    canvas.dataset.end = Math.round(view[1]);
    drawKeys(ink, patterns);
  }

  function drawKeys(ink, patterns) {
    document.querySelectorAll('#keys canvas').forEach(swatch => {
      const pen = swatch.getContext('2d');
      const strip = swatch.dataset.ink.startsWith('phase') ? 4 : 0; // as low as it is over the rows
      pen.clearRect(0, 0, swatch.width, swatch.height);
      pen.fillStyle = patterns[swatch.dataset.ink] || ink[swatch.dataset.ink];
      pen.fillRect(0, strip, swatch.width, swatch.height - 2 * strip);
    });
  }

  // ---- Moving about ----------------------------------------------------------------------------
  function show(begin, end) {
    const length = Math.min(extent, Math.max(16, end - begin));
    const from = Math.min(extent - length, Math.max(0, begin));
    view = [from, from + length];
    requestAnimationFrame(draw);
  }
  const zoom = (factor, around) =>
    show(around - (around - view[0]) / factor, around + (view[1] - around) / factor);
  const pan = share => { const by = share * (view[1] - view[0]); show(view[0] + by, view[1] + by); };

  function hit(event) {
    const box = canvas.getBoundingClientRect();
    const x = event.clientX - box.left, y = event.clientY - box.top;
    const place = tops.findIndex(top => y >= top && y < top + rowHeight);
    if (place < 0 || x < LABEL) return null;
    const at = rows[place], ns = timeAt(x);
    const i = firstEndingAfter(at.row, ns / at.track.unit);
    const inOp = i < at.row.op.length && at.row.start[i] * at.track.unit <= ns;
    return {x, y, place, span: inOp ? i : -1, story: inOp ? opStory(at, i) : gapStory(at, ns)};
  }

  function choose(row, span) {
    chosen = {row, span};
    const at = rows[row];
    storyLine.textContent = opStory(at, span);
    const start = at.row.start[span] * at.track.unit, end = at.row.end[span] * at.track.unit;
    const length = view[1] - view[0];
    if (start < view[0] || end > view[1]) show((start + end - length) / 2, (start + end + length) / 2);
    else requestAnimationFrame(draw);
  }
  function step(by) {
    if (!chosen) { if (rows.length && rows[0].row.op.length) choose(0, 0); return; }
    const span = chosen.span + by;
    if (span >= 0 && span < rows[chosen.row].row.op.length) choose(chosen.row, span);
  }
  function stepRow(by) {
    if (!chosen) { step(0); return; }
    const row = chosen.row + by;
    if (row < 0 || row >= rows.length || !rows[row].row.op.length) return;
    const from = rows[chosen.row];
    const time = from.row.start[chosen.span] * from.track.unit / rows[row].track.unit;
    choose(row, Math.min(firstEndingAfter(rows[row].row, time), rows[row].row.op.length - 1));
  }

  canvas.addEventListener('wheel', event => {
    event.preventDefault();
    if (event.shiftKey) { pan(Math.sign(event.deltaY || event.deltaX) * 0.1); return; }
    const box = canvas.getBoundingClientRect();
    zoom(event.deltaY < 0 ? 1.25 : 0.8, timeAt(event.clientX - box.left));
  }, {passive: false});
  let drag = null;
  canvas.addEventListener('pointerdown', event => {
    canvas.setPointerCapture(event.pointerId);
    drag = {x: event.clientX, view: [...view], moved: false};
  });
  canvas.addEventListener('pointermove', event => {
    if (drag) {
      drag.moved = drag.moved || Math.abs(event.clientX - drag.x) > 3;
      const by = (drag.x - event.clientX) / width() * (drag.view[1] - drag.view[0]);
      show(drag.view[0] + by, drag.view[1] + by);
      return;
    }
    const found = hit(event);
    tip.hidden = !found || !found.story;
    if (tip.hidden) return;
    tip.textContent = found.story;
    const right = found.x > canvas.clientWidth / 2;
    tip.style.left = right ? '' : found.x + 14 + 'px';
    tip.style.right = right ? canvas.clientWidth - found.x + 14 + 'px' : '';
    tip.style.top = canvas.offsetTop + found.y + 14 + 'px';
  });
  canvas.addEventListener('pointerup', event => {
    const clicked = drag && !drag.moved;
    drag = null;
    const found = clicked && hit(event);
    if (found && found.span >= 0) choose(found.place, found.span);
  });
  canvas.addEventListener('pointerleave', () => { tip.hidden = true; });
  canvas.addEventListener('dblclick', () => show(0, extent));
  canvas.addEventListener('keydown', event => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const middle = (view[0] + view[1]) / 2;
    const acts = {
      '+': () => zoom(1.5, middle), '=': () => zoom(1.5, middle), w: () => zoom(1.5, middle),
      '-': () => zoom(1 / 1.5, middle), s: () => zoom(1 / 1.5, middle),
      ArrowLeft: () => pan(-0.2), a: () => pan(-0.2), ArrowRight: () => pan(0.2), d: () => pan(0.2),
      ArrowUp: () => stepRow(-1), ArrowDown: () => stepRow(1),
      '0': () => show(0, extent), Home: () => show(0, extent),
      '.': () => step(1), ',': () => step(-1),
      Escape: () => { chosen = null; storyLine.textContent = ''; tip.hidden = true; draw(); },
    };
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
  addEventListener('resize', draw);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);
  addEventListener('beforeprint', () => { light = true; draw(); });
  addEventListener('afterprint', () => { light = false; draw(); });
  draw();
})();
