'use strict';
// The tracks that the page carries, and what is to be told of their ops and bubbles. It draws
// nothing; timeline.js does.
const tracks = (() => {
  const data = JSON.parse(document.getElementById('data').textContent);
  const words = data.words;
  // All at once: what stands in a value is no place for another.
  const fill = (text, ...values) =>
    text.replace(/%([1-9])/g, (place, n) => (n <= values.length ? String(values[n - 1]) : place));

  // ---- Reading ---------------------------------------------------------------------------------
  // Numbers of seven bits a byte, the least first. A rank's spans follow each other: which op (its
  // stage times four, and its kind), how far its microbatch is from the one after the last of that
  // op, how long after the span before it begins, and how long it takes.
  function read(track) {
    const bytes = Uint8Array.from(atob(track.spans), c => c.charCodeAt(0));
    let at = 0;
    const number = () => {
      let value = 0, shift = 0, byte;
      do {
        byte = bytes[at++];
        value += (byte & 127) * 2 ** shift;
        shift += 7;
      } while (byte > 127);
      return value;
    };
    const signed = () => { const n = number(); return n % 2 ? -(n + 1) / 2 : n / 2; };
    track.rows = [];
    track.byOp = new Map();
    while (at < bytes.length) {
      const count = number();
      const row = {op: new Int32Array(count), microbatch: new Int32Array(count),
                   start: new Float64Array(count), end: new Float64Array(count)};
      const last = new Map();
      let end = 0;
      for (let i = 0; i < count; ++i) {
        const op = number();
        const microbatch = (last.has(op) ? last.get(op) : -1) + 1 + signed();
        last.set(op, microbatch);
        row.op[i] = op;
        row.microbatch[i] = microbatch;
        row.start[i] = end + signed();
        end = row.start[i] + number();
        row.end[i] = end;
        track.byOp.set(op + ':' + microbatch, [track.rows.length, i]);
      }
      track.rows.push(row);
    }
  }
  data.tracks.forEach(read);
  const rows = [];
  data.tracks.forEach((track, t) => track.rows.forEach((row, rank) => rows.push({track, t, row, rank})));
  // Each in nanoseconds; a track's own times are in its unit.
  const extent = Math.max(1, ...data.tracks.map(track => track.makespan));

  // ---- Words -----------------------------------------------------------------------------------
  const UNITS = [[1e9, 's'], [1e6, 'ms'], [1e3, 'µs'], [1, 'ns']];
  const unitOf = ns => UNITS.find(([size]) => Math.abs(ns) >= size) || UNITS[3];

  // With three digits: "165 ms", "1.41 s".
  function timeText(ns) {
    const [size, name] = unitOf(Number(ns.toPrecision(3))); // 999.9 ms are a second
    const value = Math.abs(ns / size);
    const decimals = size === 1 || value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2;
    return (ns / size).toFixed(decimals) + ' ' + name;
  }
  // As precise as it takes to tell times apart that are `step` apart, in the unit of `around`.
  function placeText(ns, around, step) {
    const [size, name] = unitOf(around);
    const decimals = Math.max(0, Math.ceil(Math.log10(size / Math.max(1, step)) - 1e-9));
    return (ns / size).toFixed(decimals) + ' ' + name;
  }
  // From when to when, to the third digit of how long that is.
  function whenText(from, to) {
    const step = 10 ** (Math.floor(Math.log10(Math.max(1, to - from))) - 2);
    return fill(words.when, placeText(from, to, step), placeText(to, to, step), timeText(to - from));
  }
  const stage = op => op >> 2;
  // Which of its rank's stages an op belongs to; the two directions of one schedule are told apart
  // like chunks.
  const chunkOf = (track, op, microbatch) =>
    (track.chunks > 1 ? track.chunkOf[stage(op)] + (microbatch >= (track.mirrored ?? Infinity)) : 0);
  const opText = (op, microbatch) => fill(words.ops[op % 4], microbatch, op >> 2);

  // The op whose output it needs, as [op, microbatch]; null: none.
  function inputOf(track, op, microbatch) {
    const kind = op % 4, s = stage(op);
    const have = o => (track.byOp.has(o + ':' + microbatch) ? o : null);
    if (kind === 0) return s > 0 ? have((s - 1) * 4) : null;
    if (kind === 3) return have(s * 4 + 2);
    if (s === track.stages - 1) return have(s * 4);
    return have((s + 1) * 4 + 1) ?? have((s + 1) * 4 + 2);
  }
  function spanOf(track, op, microbatch) {
    const [rank, i] = track.byOp.get(op + ':' + microbatch);
    const row = track.rows[rank];
    return {rank, start: row.start[i] * track.unit, end: row.end[i] * track.unit};
  }

  function opStory(at, i) {
    const {track, row, rank} = at;
    const op = row.op[i], microbatch = row.microbatch[i];
    const start = row.start[i] * track.unit, end = row.end[i] * track.unit;
    const place = track.chunks > 1
      ? fill(words.chunk, track.title, rank, chunkOf(track, op, microbatch))
      : fill(words.place, track.title, rank);
    const lines = [opText(op, microbatch), place, whenText(start, end)];
    const needs = inputOf(track, op, microbatch);
    if (needs !== null) {
      const input = spanOf(track, needs, microbatch);
      lines.push(fill(words.needs, opText(needs, microbatch), input.rank, timeText(input.end)));
    }
    for (const other of data.tracks) {
      if (other === track || !other.byOp.has(op + ':' + microbatch)) continue;
      const there = spanOf(other, op, microbatch);
      const took = there.end - there.start;
      lines.push(fill(words.other, other.title, timeText(took),
                      (took >= end - start ? '+' : '−') + timeText(Math.abs(took - (end - start)))));
    }
    return lines.join('\n');
  }

  function phaseAt(track, rank, ns) {
    const [steady, coolDown] = track.phases[rank];
    return ns < steady ? 0 : ns < coolDown ? 1 : 2;
  }

  function gapStory(at, ns) {
    const {track, row, rank} = at;
    if (ns < 0 || ns > track.makespan) return '';
    for (const [begin, end] of track.lost[rank] || [])
      if (ns >= begin && ns < end) return fill(words.lost, timeText(end - begin));
    const tail = track.tails[rank];
    if (tail && ns >= tail[0] && ns < tail[2]) {
      const reduces = ns < tail[1];
      return fill(reduces ? words.reduction : words.optimizer,
                  timeText(reduces ? tail[1] - tail[0] : tail[2] - tail[1]), rank);
    }
    const next = firstEndingAfter(row, ns / track.unit);
    const last = next >= row.op.length;
    // Behind the last op there is idle time before the tail, and behind it.
    const behind = last && tail && ns >= tail[2];
    const from = behind ? tail[2] : next > 0 ? row.end[next - 1] * track.unit : 0;
    const to = !last ? row.start[next] * track.unit : tail && !behind ? tail[0] : track.makespan;
    const lines = [fill(words.bubbles[phaseAt(track, rank, from)], timeText(to - from)),
                   fill(words.place, track.title, rank), whenText(from, to)];
    if (!last) {
      const needs = inputOf(track, row.op[next], row.microbatch[next]);
      if (needs !== null) {
        const input = spanOf(track, needs, row.microbatch[next]);
        if (input.end > from)
          lines.push(fill(words.waits, opText(row.op[next], row.microbatch[next]),
                          opText(needs, row.microbatch[next]), input.rank));
      }
    }
    return lines.join('\n');
  }

  function firstEndingAfter(row, time) {
    let low = 0, high = row.end.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (row.end[middle] > time) high = middle; else low = middle + 1;
    }
    return low;
  }

  return {words, patterns: data.patterns, rows, extent, fill, timeText, placeText, chunkOf, opStory,
          gapStory, firstEndingAfter};
})();
