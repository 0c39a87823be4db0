'use strict';
// What the timeline is drawn in: the colours of the page, and the patterns of bubbles, of what was
// lost, and of chunks.
const inks = (() => {
  const KINDS = ['forward', 'backward', 'inputGrad', 'weightGrad'];
  // Of chunks: the first is plain, and those after the last look like earlier ones.
  const SHADES = [...Array(tracks.patterns.length + 1).keys()];

  // As the file says them; canvas text may have any colour. Light: for print.
  function colours(light) {
    const style = getComputedStyle(document.documentElement);
    const made = {};
    for (const name of ['base', 'panel', 'text', 'muted', 'grid', 'border', 'accent', 'transfer', 'optimizer',
                        'idle', 'hatch', 'noData', 'noDataDot', 'phase0', 'phase1', 'phase2', ...KINDS,
                        ...KINDS.flatMap(kind => SHADES.slice(1).flatMap(n => [kind + n, kind + n + 'Line']))])
      made[name] = style.getPropertyValue((light ? '--light-' : '--') + name).trim();
    return made;
  }
  function textOn(colour) {
    const n = parseInt(colour.slice(1), 16);
    const luminance = [n >> 16, (n >> 8) & 255, n & 255]
      .map(c => c / 255).map(c => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
      .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
    return luminance > 0.179 ? '#000000' : '#ffffff';
  }

  const SIDE = 8; // pixels after which a pattern repeats
  function pattern(ground, paint) {
    const tile = document.createElement('canvas');
    tile.width = tile.height = SIDE;
    const pen = tile.getContext('2d');
    pen.fillStyle = ground;
    pen.fillRect(0, 0, SIDE, SIDE);
    paint(pen);
    return pen.createPattern(tile, 'repeat');
  }
  function hatch(colour, ground, both) {
    return pattern(ground, pen => {
      pen.strokeStyle = colour;
      pen.beginPath();
      for (const shift of [-SIDE, 0, SIDE]) {
        pen.moveTo(shift, SIDE); pen.lineTo(shift + SIDE, 0);
        if (both) { pen.moveTo(shift, 0); pen.lineTo(shift + SIDE, SIDE); }
      }
      pen.stroke();
    });
  }
  // A number for each line of pixels, whose bits say which of them are drawn; the highest is the leftmost.
  function stippled(colour, ground, lines) {
    return pattern(ground, pen => {
      pen.fillStyle = colour;
      lines.forEach((bits, y) => {
        for (let x = 0; x < SIDE; ++x)
          if (bits >> (SIDE - 1 - x) & 1) pen.fillRect(x, y, 1, 1);
      });
    });
  }

  // [kind][shade]: the fill of narrow boxes, that of wide ones, and the colour of text on both.
  const boxes = ink => KINDS.map(kind => SHADES.map(shade => {
    const ground = ink[kind + (shade || '')];
    return {ground, text: textOn(ground),
            patterned: shade ? stippled(ink[kind + shade + 'Line'], ground, tracks.patterns[shade - 1]) : ground};
  }));
  // By the names that the legend has for them.
  function patterns(ink, boxes) {
    const made = {idle: hatch(ink.hatch, ink.idle, false), noData: hatch(ink.noDataDot, ink.noData, true)};
    for (const shade of SHADES.slice(1)) made['chunk' + shade] = boxes[0][shade].patterned;
    return made;
  }

  return {KINDS, SHADES, colours, boxes, patterns};
})();
