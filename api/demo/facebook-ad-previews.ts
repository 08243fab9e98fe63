/** The previews of the demonstration ads: mostly a card, some without a preview, some that are out to do harm. */
import { EDGE_PREVIEW_REASON, HOSTILE_PREVIEWS } from './edge-cases';

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const card = (name: string, hue: number) => {
  const [product = name, hook = ''] = name.replace(/ v\d+$/, '').split(' – ');
  return `<!doctype html><meta charset="utf-8"><style>
body{margin:0;padding:16px;background:#f0f2f5;font:14px/1.4 system-ui,sans-serif;color:#1c1e21}
.card{max-width:380px;margin:0 auto;border:1px solid #dadde1;border-radius:8px;background:#fff;overflow:hidden}
.head{padding:12px;font-weight:600}.head small{display:block;font-weight:400;color:#65676b}
.picture{display:grid;height:220px;padding:24px;box-sizing:border-box;place-items:center;background:linear-gradient(135deg,hsl(${hue} 45% 42%),hsl(${(hue + 60) % 360} 50% 30%));color:#fff;font-size:26px;font-weight:700;line-height:1.2;text-align:center}
.foot{display:flex;gap:12px;align-items:center;justify-content:space-between;padding:12px;background:#f7f8fa}
.foot b{display:block}.foot span{flex:none;padding:8px 12px;border-radius:6px;background:#e4e6eb;font-weight:600}
</style><div class="card"><div class="head">${escaped(product)}<small>Sponsored</small></div>
<div class="picture">${escaped(hook || product)}</div>
<div class="foot"><div><b>${escaped(product)}</b>Free shipping on your first order.</div><span>Shop now</span></div></div>`;
};

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
