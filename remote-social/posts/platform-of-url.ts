const HOSTS = {
  facebook: /(^|\.)(facebook\.com|fb\.watch|fb\.com)$/,
  instagram: /(^|\.)(instagram\.com|instagr\.am)$/,
  tiktok: /(^|\.)tiktok\.com$/,
  youtube: /(^|\.)(youtube\.com|youtu\.be|youtube-nocookie\.com)$/,
};

/** The platform that an address belongs to, by the key that the contract has for it; null: none of them, or no address. */
export function platformOfUrl(url: string): keyof typeof HOSTS | null {
  if (!URL.canParse(url)) return null;
  const { hostname } = new URL(url);
  const found = Object.entries(HOSTS).find(([, host]) => host.test(hostname));
  return found ? (found[0] as keyof typeof HOSTS) : null;
}
