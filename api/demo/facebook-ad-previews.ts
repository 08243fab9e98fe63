/** What the demonstration ads look like: mostly a card, some without a preview, some that are out to do harm. */
import { EDGE_PREVIEW_REASON, HOSTILE_PREVIEWS } from './edge-cases';

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const card = (name: string, hue: number) => `<!doctype html><meta charset="utf-8"><style>
body{margin:0;font:14px/1.4 system-ui,sans-serif;color:#1c1e21}
.card{max-width:360px;border:1px solid #dadde1;border-radius:8px;overflow:hidden}
.head{padding:12px;font-weight:600}.head small{display:block;font-weight:400;color:#65676b}
.picture{height:200px;background:linear-gradient(135deg,hsl(${hue} 60% 70%),hsl(${(hue + 60) % 360} 60% 50%))}
.foot{padding:12px;background:#f0f2f5}
</style><div class="card"><div class="head">${escaped(name)}<small>Sponsored</small></div>
<div class="picture"></div><div class="foot">Shop now and get free shipping on your first order.</div></div>`;

const REASONS = ['The ad was deleted on Facebook.', 'Facebook has no preview for this type of ad.'];

interface Preview {
  preview_html: string | null;
  error: string | null;
}

/** The preview of the ad at this place, or null where none was ever asked for. */
export function previewOf(at: number, name: string, isEdge: boolean): Preview | null {
  if (at % 7 === 6) return null;
  const reasons = isEdge ? [EDGE_PREVIEW_REASON] : REASONS;
  if (at % 10 === 9) return { preview_html: null, error: reasons[Math.floor(at / 10) % reasons.length] ?? '' };
  const hostile = isEdge ? HOSTILE_PREVIEWS[at % 50] : undefined;
  return { preview_html: hostile ?? card(name, (at * 47) % 360), error: null };
}
