-- Counts and pages the posts of one platform in one state without reading those of the others.
create index social_media_posts_by_platform_and_status on social_media_posts (company_id, platform, status, created_at, id);
