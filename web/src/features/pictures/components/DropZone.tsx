import { useState, type DragEvent } from 'react';
import { FileButton, Loader, UnstyledButton } from '@mantine/core';
import { IconPhotoPlus, IconPlus } from '@tabler/icons-react';
import { useTranslation } from '@/i18n/use-translation';
import { maxPictures } from '../picture-list';
import classes from './Pictures.module.css';

interface DropZoneProps {
  onFiles: (files: File[]) => void;
  reading: boolean;
  /** A small square at the end of the strip instead of the large field. */
  small?: boolean;
}

/** Accepts pictures by drop or by a file dialog. */
export function DropZone({ onFiles, reading, small = false }: DropZoneProps) {
  const { t } = useTranslation('pictures');
  const [over, setOver] = useState(false);
  const drag = (inside: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(inside);
  };
  const drop = (event: DragEvent) => {
    drag(false)(event);
    const files = [...event.dataTransfer.files];
    if (files.length) onFiles(files);
  };
  return (
    <FileButton onChange={onFiles} accept="image/*" multiple>
      {({ onClick }) => (
        <UnstyledButton
          className={small ? classes.add : classes.drop}
          aria-label={small ? t('add') : undefined}
          data-over={over || undefined}
          disabled={reading}
          onClick={onClick}
          onDragEnter={drag(true)}
          onDragOver={drag(true)}
          onDragLeave={drag(false)}
          onDrop={drop}
        >
          {reading ? (
            <Loader size={small ? 18 : 32} />
          ) : small ? (
            <IconPlus size={20} aria-hidden />
          ) : (
            <IconPhotoPlus size={36} aria-hidden />
          )}
          {small ? null : (
            <>
              <strong>{t('drop')}</strong>
              <span>{t('dropHint', { count: maxPictures })}</span>
            </>
          )}
        </UnstyledButton>
      )}
    </FileButton>
  );
}
