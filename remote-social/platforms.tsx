import { Badge, type BadgeTone } from 'shared-ui';

const PLATFORMS = {
  facebook: { label: 'Facebook', tone: 'primary', host: /(^|\.)(facebook\.com|fb\.watch|fb\.com)$/ },
  instagram: { label: 'Instagram', tone: 'info', host: /(^|\.)(instagram\.com|instagr\.am)$/ },
  tiktok: { label: 'TikTok', tone: 'dark', host: /(^|\.)tiktok\.com$/ },
  youtube: { label: 'YouTube', tone: 'danger', host: /(^|\.)(youtube\.com|youtu\.be|youtube-nocookie\.com)$/ },
} as const satisfies Record<string, { label: string; tone: BadgeTone; host: RegExp }>;

/** Every platform of the social media screens; each noun's contract says which of them it knows. */
export type Platform = keyof typeof PLATFORMS;

/** A platform's own spelling of its name. */
export const platformLabel = (platform: Platform): string => PLATFORMS[platform].label;

/** The choices of a filter or a field. */
export const platformOptions = <const P extends Platform>(platforms: readonly P[]) =>
  platforms.map((value) => ({ value, label: platformLabel(value) }));

/** A platform in its colour (specification 2 §4.3). */
export const platformBadge = (platform: Platform) => (
  <Badge tone={PLATFORMS[platform].tone}>{platformLabel(platform)}</Badge>
);

/** The platform that an address belongs to; null: none of them, or no address. */
export function platformOfUrl(url: string): Platform | null {
  if (!URL.canParse(url)) return null;
  const { hostname } = new URL(url);
  const found = Object.entries(PLATFORMS).find(([, { host }]) => host.test(hostname));
  return found ? (found[0] as Platform) : null;
}
