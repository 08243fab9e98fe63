/** Fields that profiles and posts have alike (specification 2 §2.3, §2.4, §7.3). */
import { choice, longText, nullable } from '../schema';

/** Where a profile or a post is. */
export const platform = choice('Platform', { instagram: 'Instagram', tiktok: 'TikTok', youtube: 'YouTube' });

/** Optional words about a status: absent keeps them, null clears them. */
export const status_message = nullable(longText('Status Message', { maxLength: 1000 }));
