import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { FeedPost } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { isForEverybody } from '../picture-renditions';
import { picturesOf } from '../post-model';
import classes from './PictureSlider.module.css';
import { cardSizes, Drawn, fullSizes, PostPicture } from './PostPicture';

interface PictureSliderProps {
  post: Pick<FeedPost, 'media_name' | 'post_audience' | 'post_mature' | 'status' | 'post_active'> & Partial<Pick<FeedPost, 'pictures'>>;
  alt: string;
  /** Adds arrows, a counter and large pictures, for the detail view. */
  full?: boolean;
  /** Whether its first picture is the first of the screen. */
  first?: boolean;
  /** What a tap on a picture does. */
  onOpen?: (() => void) | undefined;
}

/**
 * Which picture the strip shows, and how to go to another. Pictures up to `furthest` are loaded: the first one, and the next
 * one as soon as somebody turns to the strip.
 */
function useSlider(count: number) {
  const strip = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState(0);
  const [furthest, setFurthest] = useState(0);
  const lookAhead = () => setFurthest((before) => Math.max(before, shown + 1));
  const goTo = (index: number) => {
    const element = strip.current;
    if (!element || index < 0 || index >= count) return;
    setFurthest((before) => Math.max(before, index + 1));
    const sign = getComputedStyle(element).direction === 'rtl' ? -1 : 1;
    const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    element.scrollTo({ left: sign * index * element.clientWidth, behavior: calm ? 'instant' : 'smooth' });
  };
  const onScroll = () => {
    const element = strip.current;
    if (!element) return;
    const index = Math.round(Math.abs(element.scrollLeft) / Math.max(1, element.clientWidth));
    setShown(index);
    setFurthest((before) => Math.max(before, index + 1));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const forward = getComputedStyle(event.currentTarget).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
    if (!['ArrowLeft', 'ArrowRight'].includes(event.key)) return;
    event.preventDefault();
    goTo(shown + (event.key === forward ? 1 : -1));
  };
  return { strip, shown, furthest, lookAhead, goTo, onScroll, onKeyDown };
}

/** Pictures side by side that snap while swiping. Falls back to a drawing when there are none. */
export function PictureSlider({ post, alt, full = false, first = false, onOpen }: PictureSliderProps) {
  const { t } = useTranslation('feed');
  const names = picturesOf(post.media_name);
  const { strip, shown, furthest, lookAhead, goTo, onScroll, onKeyDown } = useSlider(names.length);
  if (!names.length)
    return onOpen ? (
      <PictureButton onOpen={onOpen}>
        <Drawn />
      </PictureButton>
    ) : (
      <Drawn />
    );
  const many = names.length > 1;
  const open = isForEverybody(post);
  return (
    <div className={classes.slider} data-full={full || undefined}>
      <div
        ref={strip}
        className={classes.strip}
        onScroll={onScroll}
        {...(many
          ? {
              role: 'group',
              'aria-label': t('pictures', { count: names.length }),
              onKeyDown,
              onPointerEnter: lookAhead,
              onFocus: lookAhead,
            }
          : {})}
        {...(many && !onOpen ? { tabIndex: 0 } : {})}
      >
        {names.map((name, index) => {
          const stored = post.pictures?.find(({ media_name }) => media_name === name);
          const sizes = full ? fullSizes : cardSizes;
          const picture = (
            <PostPicture
              name={name}
              stored={stored}
              alt={alt}
              open={open}
              sizes={sizes}
              first={first && index === 0}
              wanted={index <= furthest}
            />
          );
          return (
            <div key={`${index}:${name}`} className={classes.slide}>
              {onOpen ? (
                <PictureButton onOpen={onOpen} hidden={index !== shown}>
                  {picture}
                </PictureButton>
              ) : (
                picture
              )}
            </div>
          );
        })}
      </div>
      {many ? <Dots count={names.length} shown={shown} onPick={goTo} /> : null}
      {many && full ? <Arrows count={names.length} shown={shown} onPick={goTo} /> : null}
    </div>
  );
}

/** A picture that can be pressed. The keyboard skips pictures that are out of view. */
function PictureButton({ onOpen, hidden = false, children }: { onOpen: () => void; hidden?: boolean; children: ReactNode }) {
  const { t } = useTranslation('feed');
  return (
    <button type="button" className={classes.opener} aria-label={t('openPost')} tabIndex={hidden ? -1 : 0} onClick={onOpen}>
      {children}
    </button>
  );
}

interface StepsProps {
  count: number;
  shown: number;
  onPick: (index: number) => void;
}

function Dots({ count, shown, onPick }: StepsProps) {
  const { t } = useTranslation('feed');
  return (
    <div className={classes.dots}>
      {Array.from({ length: count }, (_, index) => (
        <button
          key={index}
          type="button"
          aria-label={t('picture', { index: index + 1, count })}
          aria-current={index === shown || undefined}
          onClick={() => onPick(index)}
        />
      ))}
    </div>
  );
}

function Arrows({ count, shown, onPick }: StepsProps) {
  const { t } = useTranslation('feed');
  return (
    <>
      <span className={classes.counter} aria-live="polite" aria-label={t('picture', { index: shown + 1, count })}>
        {shown + 1} / {count}
      </span>
      <button
        type="button"
        className={classes.arrow}
        data-side="start"
        disabled={shown === 0}
        aria-label={t('previousPicture')}
        onClick={() => onPick(shown - 1)}
      >
        <IconChevronLeft size={24} aria-hidden />
      </button>
      <button
        type="button"
        className={classes.arrow}
        data-side="end"
        disabled={shown === count - 1}
        aria-label={t('nextPicture')}
        onClick={() => onPick(shown + 1)}
      >
        <IconChevronRight size={24} aria-hidden />
      </button>
    </>
  );
}
