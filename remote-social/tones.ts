/** The colours of platforms and states on the social media screens (specification 2 §4.3). */

export const PLATFORM_TONES = { facebook: 'primary', instagram: 'info', tiktok: 'dark', youtube: 'danger' } as const;

export const STATUS_TONES = { active: 'success', pending: 'warning', inactive: 'secondary', error: 'danger' } as const;
