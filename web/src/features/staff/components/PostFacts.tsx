import { fullSizes, PostPicture } from '@/features/feed';
import { useTranslation } from '@/i18n/use-translation';
import type { ReportParty } from '../api';
import type { PostEvidence } from '../evidence';
import { useInstantLabel } from '../hooks/use-labels';
import cardClasses from './Card.module.css';
import evidenceClasses from './Evidence.module.css';
import { Fact } from './Fact';
import factsClasses from './Fact.module.css';

/** A reported post with text and pictures. Mature pictures stay covered until pressed, for staff too. */
export function PostFacts({ post, owner }: { post: PostEvidence; owner: ReportParty }) {
  const { t } = useTranslation('staff');
  const instant = useInstantLabel();
  const { audience, state } = post;
  return (
    <>
      {post.added ? (
        <p className={evidenceClasses.added} dir="auto">
          {post.added}
        </p>
      ) : null}
      <p className={cardClasses.text} dir="auto">
        {post.brief || <span className={cardClasses.quiet}>{t('noCaption')}</span>}
      </p>
      <PostPictures post={post} />
      <dl className={factsClasses.summary}>
        <Fact name={t('postOf')}>{owner.name || t('goneAccount')}</Fact>
        <Fact name={t('postDate')}>{instant(post.date)}</Fact>
        <Fact name={t('audience.label')}>{t(`audience.${audience}` as 'audience.all', audience)}</Fact>
        <Fact name={t('state.label')}>{t(`state.${state}` as 'state.active', state)}</Fact>
        <Fact name={t('kind.label')}>{post.type === 'repost' ? t('kind.repost') : ''}</Fact>
        <Fact name={t('mature')}>{post.mature ? t('yes') : ''}</Fact>
        <Fact wide name={t('tags')}>
          {post.tags.map((tag) => `#${tag}`).join(' ')}
        </Fact>
      </dl>
    </>
  );
}

function PostPictures({ post: { images, mature } }: { post: PostEvidence }) {
  const { t } = useTranslation('staff');
  if (images.length === 0) return <p className={cardClasses.small}>{t('noPictures')}</p>;
  const list = (
    <ul className={evidenceClasses.pictures}>
      {images.map((image, place) => (
        <li key={image}>
          <PostPicture name={image} alt={t('picture', { place: place + 1, count: images.length })} open={false} sizes={fullSizes} />
        </li>
      ))}
    </ul>
  );
  if (!mature) return list;
  return (
    <details className={evidenceClasses.folded}>
      <summary>{t('showPictures', { count: images.length })}</summary>
      {list}
    </details>
  );
}
