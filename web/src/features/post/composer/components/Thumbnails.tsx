import { ActionIcon, Button, RingProgress, UnstyledButton } from '@mantine/core';
import { IconAlertCircle, IconPhotoEdit, IconPhotoPlus, IconRefresh, IconX } from '@tabler/icons-react';
import type { Failure } from '@/api';
import type { PictureList } from '@/features/pictures';
import { useTranslation } from '@/i18n/use-translation';
import type { Upload, Uploads } from '../upload-queue';
import classes from './Composer.module.css';

interface ThumbnailsProps {
  cuts: readonly string[];
  /** The crops of the pictures, in the same order. */
  list: PictureList;
  uploads: Uploads;
  busy: boolean;
  onChange: (list: PictureList, cuts: string[]) => void;
  onEdit: () => void;
  onRetry: (cut: string) => void;
}

/** The pictures of the post with their upload progress. */
export function Thumbnails(props: ThumbnailsProps) {
  const { t } = useTranslation(['post', 'pictures']);
  const { cuts, list, uploads, busy, onChange, onEdit } = props;
  if (cuts.length === 0) {
    return (
      <UnstyledButton className={classes.none} onClick={onEdit} mt="2xs">
        <IconPhotoPlus size={30} aria-hidden />
        {t('pictures:uploadTitle')}
      </UnstyledButton>
    );
  }
  return (
    <>
      <ul className={classes.pictures}>
        {cuts.map((cut, index) => (
          <Thumbnail
            key={list.pictures[index]?.url ?? cut}
            place={{ place: index + 1, count: cuts.length }}
            src={cut.startsWith('data:') ? cut : (list.pictures[index]?.url ?? '')}
            upload={uploads.get(cut)}
            busy={busy}
            onRemove={() => onChange(...withoutPicture(list, cuts, index))}
          />
        ))}
      </ul>
      <UploadErrors {...props} />
      <Button variant="default" size="compact-md" leftSection={<IconPhotoEdit size={18} aria-hidden />} disabled={busy} onClick={onEdit}>
        {t('pictures:editTitle')}
      </Button>
    </>
  );
}

interface ThumbnailProps {
  place: { place: number; count: number };
  src: string;
  upload: Upload | undefined;
  busy: boolean;
  onRemove: () => void;
}

function Thumbnail({ place, src, upload, busy, onRemove }: ThumbnailProps) {
  const { t } = useTranslation(['post', 'pictures']);
  return (
    <li data-state={upload?.state}>
      <img src={src} alt={t('pictures:place', place)} width={650} height={500} />
      <UploadProgress upload={upload} label={t('upload.sending', place)} />
      <ActionIcon
        className={classes.remove}
        size={28}
        radius="xl"
        variant="filled"
        aria-label={t('upload.remove', place)}
        disabled={busy}
        onClick={onRemove}
      >
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </li>
  );
}

/** The upload progress of a picture; nothing once it is complete. */
function UploadProgress({ upload, label }: { upload: Upload | undefined; label: string }) {
  if (!upload || upload.state === 'done') return null;
  if (upload.state === 'failed') {
    return (
      <span className={classes.cover}>
        <IconAlertCircle size={30} aria-hidden />
      </span>
    );
  }
  const percent = Math.round(upload.share * 100);
  return (
    <span className={classes.cover} role="progressbar" aria-label={label} aria-valuemin={0} aria-valuemax={100} aria-valuenow={percent}>
      <RingProgress
        size={48}
        thickness={5}
        roundCaps
        sections={[{ value: percent, color: 'var(--brand)' }]}
        rootColor="rgb(255 255 255 / 45%)"
        transitionDuration={150}
        aria-hidden
      />
    </span>
  );
}

/** Why uploads failed, each with a retry button. */
function UploadErrors({ cuts, uploads, busy, onRetry }: ThumbnailsProps) {
  const { t } = useTranslation(['post', 'pictures']);
  const problem = useUploadError();
  const failed = cuts.flatMap((cut, index) => {
    const failure = uploads.get(cut)?.failure;
    return failure ? [{ cut, failure, place: index + 1 }] : [];
  });
  return (
    <div aria-live="polite">
      {failed.length ? (
        <ul className={classes.failures}>
          {failed.map(({ cut, failure, place }) => (
            <li key={cut}>
              <span>
                {t('pictures:place', { place, count: cuts.length })}: {problem(failure)}
              </span>
              <Button
                variant="default"
                size="compact-sm"
                leftSection={<IconRefresh size={16} aria-hidden />}
                disabled={busy}
                aria-label={t('upload.retryPicture', { place })}
                onClick={() => onRetry(cut)}
              >
                {t('upload.retry')}
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

/** Explains why a picture was not uploaded. */
function useUploadError(): (failure: Failure) => string {
  const { t } = useTranslation('post');
  return ({ kind, main_msg, iv_msg, wait }) => {
    if (kind === 'too_many') return wait ? t('upload.wait', { count: wait }) : t('upload.tooMany');
    if (kind === 'unavailable' && !navigator.onLine) return t('upload.offline');
    return iv_msg['iv_media_base'] || main_msg || t(kind === 'too_large' ? 'upload.tooLarge' : 'upload.failed');
  };
}

/** Removes one picture from the pictures and their crops. */
function withoutPicture(list: PictureList, cuts: readonly string[], index: number): [PictureList, string[]] {
  const pictures = list.pictures.toSpliced(index, 1);
  return [{ pictures, current: Math.min(list.current, Math.max(0, pictures.length - 1)) }, cuts.toSpliced(index, 1)];
}
