import { postNoun, type Post } from 'contract/social/posts';
import { Badge, formatDate, formatNumber } from 'shared-ui';
import { RecordTags } from 'shared-ui/tags';
import { urlCell } from '../posts/post-cells';
import { postTagging } from '../posts/post-tagging';
import { PLATFORM_TONES } from '../tones';

/** A post as somebody judges it: picture or a link alone, author, caption, tags. What the platform says is text, whatever is in it. */
export function ReviewedPost({ post, picture }: { post: Post; picture: string | undefined }) {
  const { platform, cached_author_username: author, cached_caption: caption, cached_play_count: views } = post;
  return (
    <article className="review-post" aria-label={author ? `Post by ${author}` : 'Post'}>
      <header>
        <Badge tone={PLATFORM_TONES[platform]}>{postNoun.properties.platform.labels[platform]}</Badge>
        <strong>
          <bdi>{author ?? 'Author not known'}</bdi>
        </strong>
        <span className="review-quiet">
          {[views !== null && `${formatNumber(views)} views`, formatDate(post.created_at)].filter(Boolean).join(' · ')}
        </span>
      </header>
      {picture && <img src={picture} alt="" />}
      <p className="review-link">{urlCell(post)}</p>
      {caption ? (
        <p className="review-caption" dir="auto">
          {caption}
        </p>
      ) : (
        <p className="review-quiet">No caption</p>
      )}
      <RecordTags tagging={postTagging} record={post} mayTag />
    </article>
  );
}
