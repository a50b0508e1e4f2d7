import { useEffect, useRef } from 'react';
import { ActionIcon, UnstyledButton } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from '@/i18n/use-translation';
import { goToPicture, type PictureList, type Size } from '../picture-list';
import { CropPreview } from './CropPreview';
import { DropZone } from './DropZone';
import classes from './ImageUploader.module.css';

interface PictureStripProps {
  list: PictureList;
  size: Size;
  reading: boolean;
  onGo: (change: (list: PictureList) => PictureList) => void;
  onFiles: (files: File[]) => void;
}

/** All pictures as they will be saved, with previous and next buttons and a drop zone for more. */
export function PictureStrip({ list, size, reading, onGo, onFiles }: PictureStripProps) {
  const { t } = useTranslation('pictures');
  const { pictures, current } = list;
  const count = pictures.length;
  const strip = useRef<HTMLUListElement>(null);
  useEffect(() => {
    strip.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [current]);
  const step = (by: number) => onGo((now) => goToPicture(now, now.current + by));
  return (
    <div className={classes.strip}>
      <ActionIcon size="lg" className={classes.step} aria-label={t('previous')} disabled={current === 0} onClick={() => step(-1)}>
        <IconChevronLeft size={20} aria-hidden />
      </ActionIcon>
      <ul className={classes.pictures} ref={strip}>
        {pictures.map((picture, index) => (
          <li key={picture.url}>
            <UnstyledButton
              className={classes.thumb}
              aria-current={index === current || undefined}
              onClick={() => onGo((now) => goToPicture(now, index))}
            >
              <CropPreview picture={picture} size={size} label={t('place', { place: index + 1, count })} />
            </UnstyledButton>
          </li>
        ))}
        <li>
          <DropZone small reading={reading} onFiles={onFiles} />
        </li>
      </ul>
      <ActionIcon size="lg" className={classes.step} aria-label={t('next')} disabled={current >= count - 1} onClick={() => step(1)}>
        <IconChevronRight size={20} aria-hidden />
      </ActionIcon>
    </div>
  );
}
