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

/** The whole text of the frame: the ad's own HTML without what reaches out and links that lead away, behind the policy. */
export function previewDocument(html: string): string {
  // A parsed document is not shown: nothing in it runs or loads.
  const { head, body } = new DOMParser().parseFromString(html, 'text/html');
  for (const link of body.querySelectorAll('a, area'))
    for (const { name } of [...link.attributes]) if (/href$|^ping$/.test(name)) link.removeAttribute(name);
  for (const element of [...head.querySelectorAll(REACHING), ...body.querySelectorAll(REACHING)]) unwrap(element);
  return `<!doctype html><html><head><meta http-equiv="Content-Security-Policy" content="${POLICY}"><meta name="referrer" content="no-referrer"><meta name="viewport" content="width=device-width"><style>body{margin:12px;font:14px system-ui,sans-serif;overflow-wrap:anywhere}img,video{max-width:100%}</style>${head.innerHTML}</head><body>${body.innerHTML}</body></html>`;
}

/** A form's fields may be a part of what the ad looks like; the form itself is not. */
function unwrap(element: Element) {
  if (element.localName === 'form') element.replaceWith(...element.childNodes);
  else element.remove();
}
