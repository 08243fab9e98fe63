/** What the audit log calls the kinds of records and what is done to them, in people's words (DECISIONS §10). */

/**
 * The nouns whose records have a history, by what the log calls one, each with the path of its calls below /api. Of a
 * kind that is `ofCompany`, every call names the company as well.
 */
export const HISTORY_KINDS = {
  company: { path: '/companies' },
  product_variant: { path: '/product-variants' },
  /** Of all cost periods of a product variant, whose id it is. */
  product_variant_cogs: { path: '/product-variant-cogs/timeline' },
  facebook_ad: { path: '/facebook-ads' },
  social_media_post_criteria: { path: '/social-media-post-criteria' },
  social_media_search_term: { path: '/social-media-search-terms', ofCompany: true },
  social_media_profile: { path: '/social-media-profiles' },
  social_media_post: { path: '/social-media-posts' },
  agent_definition: { path: '/agent-definitions' },
  knowledge: { path: '/knowledge' },
} as const satisfies Readonly<Record<string, { path: string; ofCompany?: true }>>;

/** A noun whose records have a history. */
export type HistoryKind = keyof typeof HISTORY_KINDS;

/** Every kind that the log has entries of, as people call it; in the order in which it is offered as a filter. */
export const AUDIT_KINDS = {
  company: 'Company',
  product_variant: 'Product Variant',
  product_variant_cogs: 'COGS Record',
  facebook_ad: 'Ad',
  social_media_post_criteria: 'Post Criteria',
  social_media_search_term: 'Search Term',
  social_media_profile: 'Profile',
  social_media_post: 'Post',
  tag: 'Tag',
  agent_definition: 'Agent Definition',
  knowledge: 'Knowledge',
  agent_session: 'Conversation',
  agent_message: 'Agent Message',
  facebook_ad_selection: 'Ad Selection',
  view: 'View',
  pins: 'Pins',
  session: 'Session',
  user: 'User',
  encryption_key: 'Encryption Key',
} as const satisfies Readonly<Record<string, string>>;

/** What is done, as people call it; in the order in which it is offered as a filter. */
export const AUDIT_ACTIONS = {
  create: 'Created',
  update: 'Updated',
  delete: 'Deleted',
  restore: 'Restored',
  duplicate: 'Duplicated',
  tag: 'Tags changed',
  merge: 'Merged',
  link: 'Linked',
  unlink: 'Unlinked',
  'sign in': 'Signed in',
  'sign in failed': 'Sign-in failed',
  'sign out': 'Signed out',
  send: 'Sent',
  select_agent: 'Agent chosen',
  clear: 'Cleared',
  rename: 'Renamed',
  rate: 'Rated',
  'clear keys': 'Keys cleared',
  rotate: 'Rotated',
  replace: 'Replaced',
  purge: 'Purged',
  select: 'Selection changed',
  disable: 'Disabled',
  enable: 'Enabled',
  'set password': 'Password set',
  'sign out everywhere': 'Signed out everywhere',
  'add group': 'Group added',
  'remove group': 'Group removed',
  'add company': 'Company added',
  'remove company': 'Company removed',
} as const satisfies Readonly<Record<string, string>>;

/** What the log's word for something reads: of a word that is not known here, the word itself. */
export const auditWord = (words: Readonly<Record<string, string>>, word: string): string =>
  words[word] ?? word.charAt(0).toUpperCase() + word.slice(1).replaceAll('_', ' ');
