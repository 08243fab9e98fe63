// The script inside the measured page, before any script of its own. A browser takes it as text, so nothing
// outside a function may be named in it.

/**
 * Installs `globalThis.bench`: the times of what is awaited (`marks`, by name), long tasks, and the watching of a table.
 * A state that is awaited is `{selector}`, an element that is there and enabled, or a table's: `{row, count, text}`, so
 * many elements of a selector whose first and last hold the text; `atMost` of them; another signature than `not`.
 */
export function watchPage(awaited) {
  if (globalThis.bench || window.top !== window) return;
  const bench = { marks: {}, longTasks: [], begun: 0, painted: 0 };
  globalThis.bench = bench;
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) bench.longTasks.push([startTime, duration]);
  }).observe({ type: 'longtask', buffered: true });

  const afterPaint = (done) =>
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => done(performance.now());
      channel.port2.postMessage(0);
    });
  const isVisible = (element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0;
  };

  /** The first row and what tells one page of a table from another; null while the table is not in this state. */
  bench.table = ({ row, count = 1, atMost = Infinity, text }) => {
    const rows = document.querySelectorAll(row);
    if (rows.length < count || rows.length > atMost) return null;
    const [first, middle, last] = [0, rows.length >> 1, rows.length - 1].map((at) => rows[at].textContent);
    const wanted = text && new RegExp(text, 'i');
    if (wanted && !(wanted.test(first) && wanted.test(last))) return null;
    return { element: rows[0], signature: [first, middle, last, rows.length].join('|') };
  };
  const stateOf = (state) => {
    if (state.selector) {
      const element = document.querySelector(state.selector);
      return element && !element.disabled ? { element } : null;
    }
    const table = bench.table(state);
    return table && table.signature !== state.not ? table : null;
  };

  /** Resolves with the time after the frame that painted the state. */
  bench.painting = (state) =>
    new Promise((resolve) => {
      let isPending = false;
      let isOver = false;
      const look = () => {
        if (isPending || isOver || !stateOf(state)) return;
        isPending = true;
        afterPaint((time) => {
          isPending = false;
          const found = stateOf(state);
          if (isOver || !found || !isVisible(found.element)) return;
          isOver = true;
          observer.disconnect();
          clearInterval(timer);
          resolve(time);
        });
      };
      const observer = new MutationObserver(look);
      observer.observe(document, {
        subtree: true,
        childList: true,
        characterData: true,
        attributes: true,
        attributeFilter: ['disabled', 'style', 'class'],
      });
      const timer = setInterval(look, 250);
      look();
    });

  /** From the next click on: `begun` is its time, `painted` that of the state, other rows than now where `isOther`. */
  bench.expect = (state, isOther) => {
    bench.begun = 0;
    bench.painted = 0;
    addEventListener('click', ({ timeStamp }) => (bench.begun = timeStamp), { capture: true, once: true });
    const not = isOther ? bench.table({ row: state.row })?.signature : undefined;
    void bench.painting({ ...state, not }).then((time) => (bench.painted = time));
  };

  for (const [name, state] of Object.entries(awaited))
    void bench.painting(state).then((time) => (bench.marks[name] = time));
}

/**
 * Adds a button for each size that chooses it in the `<select>` of a selector, as a person would: a click is what is timed.
 */
export function addSizeButtons({ select, sizes }) {
  addEventListener('DOMContentLoaded', () => {
    for (const size of sizes) {
      const button = document.createElement('button');
      button.id = `rows-${size}`;
      // Without a text it has no size in the console's styles.
      button.textContent = size;
      button.style.cssText = `position: fixed; bottom: 0; left: ${size}px; z-index: 99`;
      button.onclick = () => {
        const list = document.querySelector(select);
        list.value = String(size);
        list.dispatchEvent(new Event('change', { bubbles: true }));
      };
      document.body.append(button);
    }
  });
}
