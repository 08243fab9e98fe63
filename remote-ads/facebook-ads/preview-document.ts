/**
 * The document that shows what somebody else says an ad looks like (DECISIONS §7). It stands in a frame with an empty
 * `sandbox`: nothing in it runs, is sent or leads away. Its own policy, the first thing in it, lets it load nothing
 * either: what an ad's page would fetch tells a stranger who looks at it, when and from where.
 */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:";

/**
 * Elements that reach out of the frame by themselves, partly past any policy (a preconnect, a refresh), and a template,
 * which hides others until the frame makes a shadow tree of it.
 */
const REACHING = 'link, meta, base, script, iframe, frame, frameset, object, embed, portal, template, form';

/** How often a preview is read: what an honest one says stays the same from the second time on. */
const READINGS = 4;

/** The whole text of the frame: the ad's own HTML without what reaches out and links that lead away, behind the policy. */
export function previewDocument(html: string): string {
  const { head, body } = cleaned(html);
  return `<!doctype html><html><head><meta http-equiv="Content-Security-Policy" content="${POLICY}"><meta name="referrer" content="no-referrer"><meta name="viewport" content="width=device-width"><style>body{margin:12px;font:14px system-ui,sans-serif;overflow-wrap:anywhere}img,video{max-width:100%}</style>${head}</head><body>${body}</body></html>`;
}

/**
 * The sanitised HTML. Markup can be made to mean something else when it is written down and read again, as the
 * frame does: so it is, until nothing changes any more. What never comes to rest is out for that, and its text is shown.
 */
function cleaned(html: string): { head: string; body: string } {
  let written = html;
  for (let reading = 0; reading < READINGS; reading += 1) {
    // A parsed document is not shown: nothing in it runs or loads.
    const read = new DOMParser().parseFromString(written, 'text/html');
    clean(read);
    const [head, body] = [read.head.innerHTML, read.body.innerHTML];
    const again = `<!doctype html><html><head>${head}</head><body>${body}</body></html>`;
    if (again === written) return { head, body };
    written = again;
  }
  const shown = document.createElement('p');
  shown.textContent = new DOMParser().parseFromString(html, 'text/html').body.textContent;
  return { head: '', body: shown.outerHTML };
}

function clean({ head, body }: Document) {
  // Without their addresses; in MathML anything may be a link.
  for (const link of body.querySelectorAll('a, area, math *'))
    for (const { name } of [...link.attributes]) if (/href$|^ping$/.test(name)) link.removeAttribute(name);
  for (const element of [...head.querySelectorAll(REACHING), ...body.querySelectorAll(REACHING)]) {
    // A form's fields may be a part of what the ad looks like; the form itself is not.
    if (element.localName === 'form') element.replaceWith(...element.childNodes);
    else element.remove();
  }
}
