// The script that `pnpm dev` adds to the page: sign-in leads to the address that was opened; after an edit the page is loaded again
// without a question, with the dialog that was open (shared-ui/open-form.ts); where one area comes from this machine, a
// bar says so.
(() => {
  const { pathname, search } = location;
  // The console's own sign-in starts at the dashboard, but for whom a session has ended (host/guard.tsx).
  if (!localStorage.getItem('refresh_token') && !/^\/(login|clear-auth)?$/.test(pathname))
    history.replaceState({ usr: { from: pathname + search }, idx: 0 }, '', '/login');

  let isReloading = false;
  addEventListener('message', ({ data, source }) => {
    if (source === window && /^webpack(Invalid|StillOk)$/.test(data?.type))
      isReloading = data.type === 'webpackInvalid';
  });
  addEventListener('beforeunload', (event) => isReloading && event.stopImmediatePropagation(), true);
  addEventListener('pagehide', () => {
    const form = sessionStorage.getItem('open_form');
    if (isReloading && form)
      sessionStorage.setItem('unsaved_form', `${sessionStorage.getItem('session_owner')}:${form}`);
  });

  const { bar } = globalThis.devSettings;
  if (!bar) return;
  const note = Object.assign(document.createElement('div'), { role: 'note', textContent: bar });
  note.style.cssText =
    'position:fixed;inset:auto 0 0;z-index:9999;padding:2px 12px;background:#7a3e00;color:#fff;font:12px/20px system-ui,sans-serif;text-align:center;pointer-events:none';
  addEventListener('DOMContentLoaded', () => {
    document.body.style.paddingBottom = '24px';
    document.body.append(note);
  });
})();
