"""The HTML report in a browser: it opens offline, zooms, moves, hovers, and takes nothing of a name
for markup. The reports are those that `bubblescope --report` writes without a display."""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import headless_browser

PROGRAMS = pathlib.Path(sys.argv[1])
SOURCE = pathlib.Path(sys.argv[2])
SKIPPED = 77
EVIL = "</script><script>document.title = 'taken'</script><img src=x onerror=document.title='taken'>"
TWO_MIB = 2 * 1024 * 1024


class Report(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix="report")
        cls.place = pathlib.Path(cls.folder.name)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def written(self, name, *arguments):
        path = self.place / name
        environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "XDG_CONFIG_HOME": str(self.place / "config"),
                       "XDG_STATE_HOME": str(self.place / "state"), "XDG_RUNTIME_DIR": str(self.place)}
        environment.pop("DISPLAY", None)
        done = subprocess.run([PROGRAMS / "bubblescope", *arguments, "--report", path, "--lang", "en"],
                              env=environment, capture_output=True, text=True, timeout=120)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stderr, "")
        self.assertLess(path.stat().st_size, TWO_MIB)
        return path

    def strategy(self, **fields):
        path = self.place / "s.yaml"
        text = (SOURCE / "resources/strategies/gpipe.yaml").read_text()
        lines = [line for line in text.splitlines() if not line.startswith(tuple(fields))]
        path.write_text("\n".join(lines + [f"{key}: {value}" for key, value in fields.items()]) + "\n")
        return path

    def open(self, browser, path):
        browser.open(path)
        browser.until(lambda: browser.value("document.getElementById('timeline').dataset.end"))
        # Of what is named in the document, and of its own address, nothing else was asked for.
        self.assertEqual({each for each in browser.requests if each != "about:blank"}, {path.as_uri()})
        self.assertEqual(browser.complaints, [])

    @staticmethod
    def range(browser):
        return [float(browser.value(f"document.getElementById('timeline').dataset.{end}")) for end in ("begin", "end")]

    @staticmethod
    def canvas(browser):
        box = browser.value("(() => { const b = document.getElementById('timeline').getBoundingClientRect();"
                            " return [b.left, b.top, b.width, b.height]; })()")
        return box

    def bring_into_sight(self, browser):
        browser.value("document.getElementById('timeline').scrollIntoView({block: 'start'})")

    def test_it_zooms_moves_and_hovers(self):
        path = self.written("plain.html", SOURCE / "resources/strategies/gpipe.yaml")
        with headless_browser.Browser(BROWSER) as browser:
            self.open(browser, path)
            self.bring_into_sight(browser)
            whole = self.range(browser)
            left, top, width, _ = self.canvas(browser)
            middle = left + width / 2
            browser.mouse("mouseWheel", middle, top + 40, deltaX=0, deltaY=-100)
            browser.until(lambda: self.range(browser) != whole)
            near = self.range(browser)
            self.assertLess(near[1] - near[0], 0.85 * (whole[1] - whole[0]))
            # The row under the caption: an op or a bubble of rank 0, whichever is there.
            browser.mouse("mouseMoved", middle, top + 30)
            story = browser.until(lambda: browser.value("document.getElementById('tip').textContent"))
            self.assertIn("rank 0", story)
            self.assertFalse(browser.value("document.getElementById('tip').hidden"))
            browser.mouse("mousePressed", middle, top + 30, button="left", clickCount=1)
            browser.mouse("mouseMoved", middle - 150, top + 30, button="left", buttons=1)
            browser.mouse("mouseReleased", middle - 150, top + 30, button="left", clickCount=1)
            browser.until(lambda: self.range(browser)[0] > near[0])
            self.assertAlmostEqual(self.range(browser)[1] - self.range(browser)[0], near[1] - near[0], delta=2)

    def test_chunks_are_told_apart_and_named(self):
        path = self.written("chunks.html", SOURCE / "resources/strategies/interleaved.yaml")
        with headless_browser.Browser(BROWSER) as browser:
            self.open(browser, path)
            self.bring_into_sight(browser)
            names = browser.value("[...document.querySelectorAll('#keys li')].map(li => li.textContent)")
            for name in ("c1 second chunk", "warm-up", "steady", "cool-down"):
                self.assertIn(name, names)
            # What is written into the boxes, and how many colours the foot of the first of each chunk has.
            browser.value("""(() => {
                const pen = CanvasRenderingContext2D.prototype, write = pen.fillText;
                window.written = [];
                pen.fillText = function(text, ...place) { written.push(text); write.call(this, text, ...place); };
                dispatchEvent(new Event('resize'));
            })()""")
            written = browser.value("written")
            self.assertTrue([text for text in written if text.startswith("F")], written)
            self.assertTrue([text for text in written if text.endswith("·c1")], written)
            colours, chunks = browser.value("""(() => {
                const canvas = document.getElementById('timeline'), {track, row} = tracks.rows[0];
                const ratio = canvas.width / canvas.clientWidth, pen = canvas.getContext('2d');
                const of = wanted => row.op.findIndex((op, i) =>
                    op % 4 === 0 && tracks.chunkOf(track, op, row.microbatch[i]) === wanted);
                const x = ns => 64 + ns * track.unit / tracks.extent * (canvas.clientWidth - 64);
                const seen = i => {
                    const left = x(row.start[i]) + 2, right = x(row.end[i]) - 2;
                    const {data} = pen.getImageData(left * ratio, 40 * ratio, (right - left) * ratio, 4 * ratio);
                    return new Set(new Uint32Array(data.buffer)).size;
                };
                return [[0, 1].map(of).map(seen), [0, 1].map(of).map(i => tracks.opStory(tracks.rows[0], i))];
            })()""")
            self.assertEqual(colours[0], 1)
            self.assertGreater(colours[1], 1)
            for chunk, story in enumerate(chunks):
                self.assertIn(f"rank 0, chunk {chunk}", story)

    def test_ticks_and_stories_tell_times_apart(self):
        path = self.written("near.html", SOURCE / "resources/strategies/gpipe.yaml")
        with headless_browser.Browser(BROWSER) as browser:
            self.open(browser, path)
            self.bring_into_sight(browser)
            ruler = "document.getElementById('timeline').dataset.ruler"
            left, top, width, _ = self.canvas(browser)
            for _ in range(60):
                whole = self.range(browser)
                browser.mouse("mouseWheel", left + width * 0.8, top + 40, deltaX=0, deltaY=-100)
                if whole[1] - whole[0] <= 16:
                    break
                browser.until(lambda: self.range(browser) != whole)
                ticks = browser.value(ruler).split("|")
                self.assertEqual(len(set(ticks)), len(ticks), ticks)
                self.assertEqual(len({tick.split(" ")[-1] for tick in ticks if tick != "0"}), 1, ticks)
            self.assertLess(whole[1] - whole[0], 2000)

    def test_a_bubble_before_the_tail_ends_where_the_tail_begins(self):
        path = self.written("tail.html", "--replay", SOURCE / "tests/measured/recordings/training")
        with headless_browser.Browser(BROWSER) as browser:
            self.open(browser, path)
            # The last row's idle time between its last op and its tail, and that behind the tail.
            told, meant = browser.value("""(() => {
                const at = tracks.rows.at(-1), {track, row, rank} = at;
                const last = row.end.at(-1) * track.unit, tail = track.tails[rank];
                return [[tracks.gapStory(at, (last + tail[0]) / 2),
                         tracks.gapStory(at, (tail[2] + track.makespan) / 2)],
                        [tail[0] - last, track.makespan - tail[2]].map(tracks.timeText)];
            })()""")
            for story, length in zip(told, meant):
                self.assertIn("cool-down bubble: " + length, story)

    def test_a_name_is_no_place_for_a_number(self):
        path = self.written("places.html", self.strategy(name="'50%2 $& zb'"))
        with headless_browser.Browser(BROWSER) as browser:
            self.open(browser, path)
            self.assertIn("50%2 $& zb, rank 3",
                          browser.value("tracks.fill(tracks.words.place, '50%2 $& zb', 3)"))

    def test_keys_do_all_of_it(self):
        path = self.written("keys.html", SOURCE / "resources/strategies/gpipe.yaml")
        with headless_browser.Browser(BROWSER) as browser:
            self.open(browser, path)
            whole = self.range(browser)
            browser.value("document.getElementById('timeline').focus()")
            browser.key("+")
            browser.until(lambda: self.range(browser) != whole)
            near = self.range(browser)
            browser.key("ArrowRight")
            browser.until(lambda: self.range(browser)[0] > near[0])
            browser.key("0")
            browser.until(lambda: self.range(browser) == whole)
            browser.key(".")
            story = browser.until(lambda: browser.value("document.getElementById('story').textContent"))
            self.assertIn("forward of microbatch 0 on stage 0", story)
            browser.key("ArrowDown")
            browser.until(lambda: "rank 1" in browser.value("document.getElementById('story').textContent"))

    def test_a_page_without_room_is_drawn_all_the_same(self):
        path = self.written("narrow.html", SOURCE / "resources/strategies/gpipe.yaml")
        with headless_browser.Browser(BROWSER) as browser:
            self.open(browser, path)
            browser.value("document.querySelector('figure').style.width = '20px'; dispatchEvent(new Event('resize'))")
            browser.value("document.querySelector('figure').style.width = ''; dispatchEvent(new Event('resize'))")
            self.assertEqual(browser.complaints, [])

    def test_hostile_names_stay_words(self):
        path = self.written("evil.html", self.strategy(name="'" + EVIL.replace("'", "''") + "'"))
        self.assertNotIn(b"<img", path.read_bytes())
        with headless_browser.Browser(BROWSER) as browser:
            self.open(browser, path)
            self.assertNotEqual(browser.value("document.title"), "taken")
            self.assertEqual(browser.value("document.querySelectorAll('img, iframe, object, link').length"), 0)
            self.assertEqual(browser.value("document.querySelectorAll('script').length"), 2)
            # The policy holds: what a name would begin does not run.
            browser.value("(() => { const s = document.createElement('script');"
                          " s.textContent = 'document.title = \"taken\"'; document.body.append(s); })()")
            self.assertNotEqual(browser.value("document.title"), "taken")

    def test_a_run_stands_beside_its_prediction(self):
        path = self.written("run.html", "--replay", SOURCE / "tests/measured/recordings/emulated")
        with headless_browser.Browser(BROWSER) as browser:
            self.open(browser, path)
            self.bring_into_sight(browser)
            data = browser.value("JSON.parse(document.getElementById('data').textContent)"
                                 ".tracks.map(t => t.title)")
            self.assertEqual(len(data), 2)
            left, top, width, _ = self.canvas(browser)
            browser.mouse("mouseMoved", left + 70, top + 30)
            story = browser.until(lambda: browser.value("document.getElementById('tip').textContent"))
            self.assertIn("Measured", story)

    def test_dark_and_print(self):
        path = self.written("dark.html", SOURCE / "resources/strategies/gpipe.yaml")
        with headless_browser.Browser(BROWSER) as browser:
            self.open(browser, path)
            ground = "getComputedStyle(document.body).backgroundColor"
            browser.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "light"}])
            light = browser.value(ground)
            browser.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark"}])
            dark = browser.value(ground)
            self.assertNotEqual(light, dark)
            browser.call("Emulation.setEmulatedMedia", media="print",
                         features=[{"name": "prefers-color-scheme", "value": "dark"}])
            self.assertEqual(browser.value(ground), light)
            self.assertEqual(browser.value("getComputedStyle(document.getElementById('hint')).display"), "none")


BROWSER = headless_browser.find_browser()
if not BROWSER:
    print("skipped: there is no Chromium to open the report in")
    sys.exit(SKIPPED)
unittest.main(argv=sys.argv[:1])
