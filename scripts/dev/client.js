// What `pnpm dev` adds to the page: it is loaded again where it runs code that was just built, and nowhere else; and
// where one area comes from this machine and all else from elsewhere, a bar says so.
(() => {
  const { bar } = globalThis.devSettings;
  const loaded = new Set(['host']);
  new PerformanceObserver((list) => {
    for (const { name } of list.getEntries()) {
      const [, area] = /^\/remotes\/([\w-]+)\/.*\.(?:js|css)$/.exec(new URL(name).pathname) ?? [];
      if (area) loaded.add(area);
    }
  }).observe({ type: 'resource', buffered: true });

  new EventSource('/.dev/events').addEventListener('built', ({ data }) => {
    if (JSON.parse(data).some((part) => loaded.has(part))) location.reload();
  });

  if (!bar) return;
  const note = document.createElement('div');
  note.setAttribute('role', 'note');
  note.textContent = bar;
  note.style.cssText =
    'position:fixed;inset:auto 0 0;z-index:9999;padding:2px 12px;background:#7a3e00;color:#fff;font:12px/20px system-ui,sans-serif;text-align:center;pointer-events:none';
  addEventListener('DOMContentLoaded', () => {
    document.body.style.paddingBottom = '24px';
    document.body.append(note);
  });
})();
