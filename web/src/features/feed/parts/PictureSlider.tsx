import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pictureAddress } from '../shown-post';
import classes from './PictureSlider.module.css';

interface PictureSliderProps {
  names: string[];
  alt: string;
}

/** Pictures beside each other that snap while they are swiped; a drawn one where there are none. */
export function PictureSlider({ names, alt }: PictureSliderProps) {
  const { t } = useTranslation('feed');
  const strip = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState(0);
  if (!names.length) return <div className={classes.placeholder} aria-hidden />;
  const goTo = (index: number) => {
    const element = strip.current;
    if (element) element.scrollTo({ left: index * element.clientWidth * (element.dir === 'rtl' ? -1 : 1), behavior: 'smooth' });
  };
  return (
    <div className={classes.slider}>
      <div
        ref={strip}
        className={classes.strip}
        {...(names.length > 1 ? { tabIndex: 0, role: 'group', 'aria-label': t('pictures', { count: names.length }) } : {})}
        onScroll={({ currentTarget }) => setShown(Math.round(Math.abs(currentTarget.scrollLeft) / Math.max(1, currentTarget.clientWidth)))}
      >
        {names.map((name) => (
          <img key={name} src={pictureAddress(name)} alt={alt} width={650} height={500} loading="lazy" />
        ))}
      </div>
      {names.length > 1 ? (
        <div className={classes.dots}>
          {names.map((name, index) => (
            <button
              key={name}
              type="button"
              aria-label={t('picture', { index: index + 1, count: names.length })}
              aria-current={index === shown || undefined}
              onClick={() => goTo(index)}
            />
          ))}
        </div>
      ) : null}
    </div>
  );
}
