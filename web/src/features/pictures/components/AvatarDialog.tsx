import { useState, type ComponentProps } from 'react';
import { Button, FileButton, Group, Stack, Text } from '@mantine/core';
import { IconPhotoPlus, IconTrash } from '@tabler/icons-react';
import { useDispatch } from 'react-redux';
import { asFailure, sessionChanged, useSession } from '@/api';
import { FormProblem } from '@/forms';
import { useTranslation } from '@/i18n/use-translation';
import { Avatar, Sheet, toast } from '@/ui';
import { useUpdateAvatarMutation } from '../api';
import { decodePicture, releasePictures } from '../decode-picture';
import { croppedJpeg } from '../draw-crop';
import { addPictures, currentOf, moveFrame, noPictures, type Picture } from '../picture-list';
import classes from './Pictures.module.css';
import { CropEditor } from './CropEditor';
import { CropPreview } from './CropPreview';
import { TakePhotoButton } from './TakePhotoButton';

/** The size an avatar is cropped to, and the size of its stencil, in pixels (product.md 3.4). */
const avatarSize = { width: 300, height: 300 };
const stencil = { width: 250, height: 250 };

interface AvatarDialogProps {
  opened: boolean;
  onClose: () => void;
}

/** Saves the avatar and updates the session. */
function useSaveAvatar(onClose: () => void) {
  const { t } = useTranslation('pictures');
  const dispatch = useDispatch();
  const [updateAvatar, { isLoading }] = useUpdateAvatarMutation();
  const [problem, setProblem] = useState<string | null>(null);
  const save = async (iv_media_base: string) => {
    setProblem(null);
    try {
      const { data } = await updateAvatar({ iv_media_base }).unwrap();
      dispatch(sessionChanged({ avatar: data.avatar }));
      toast.done(t('avatarSaved'));
      onClose();
    } catch (error) {
      const { kind, main_msg, iv_msg } = asFailure(error);
      if (kind !== 'unavailable') setProblem(iv_msg['iv_media_base'] ?? main_msg);
    }
  };
  return { save, isLoading, problem, setProblem };
}

/** The dialog's picture: read from a file, cropped, cleared. */
function useAvatarPicture(setProblem: (problem: string | null) => void) {
  const { t } = useTranslation('pictures');
  const [list, setList] = useState(noPictures);
  const [reading, setReading] = useState(false);
  const clear = () => {
    releasePictures(list.pictures);
    setList(noPictures);
    setProblem(null);
  };
  const pick = async (file: File | null) => {
    if (!file) return;
    setReading(true);
    const picture = await decodePicture(file);
    setReading(false);
    if (!picture) return setProblem(t('notAPicture', { name: file.name }));
    clear();
    setList(addPictures(noPictures, [picture]));
  };
  return {
    picture: currentOf(list),
    reading,
    pick,
    clear,
    frame: (change: Parameters<typeof moveFrame>[1]) => setList((now) => moveFrame(now, change)),
  };
}

/** The avatar dialog: pick, crop to a square and save, or go back to the initials. */
export default function AvatarDialog({ opened, onClose }: AvatarDialogProps) {
  const { t } = useTranslation('pictures');
  const session = useSession();
  const { save, isLoading, problem, setProblem } = useSaveAvatar(onClose);
  const { picture, reading, pick, clear, frame } = useAvatarPicture(setProblem);
  const update = async () => {
    if (picture) await save(await croppedJpeg(picture, avatarSize));
  };
  return (
    <Sheet opened={opened} onClose={onClose} title={t('avatarTitle')}>
      <FormProblem>{problem}</FormProblem>
      <Stack>
        {picture ? (
          <AvatarEditor picture={picture} onFrame={frame} />
        ) : (
          <Group justify="center" py="lg">
            <Avatar name={session.name} src={session.avatar} size={160} />
          </Group>
        )}
        <Group grow preventGrowOverflow={false}>
          <TakePhotoButton disabled={reading} onPhoto={(photo) => void pick(photo)} onProblem={setProblem} />
          <PickButton again={picture !== undefined} reading={reading} onPick={(file) => void pick(file)} />
          {picture ? (
            <Button px="sm" variant="default" leftSection={<IconTrash size={18} aria-hidden />} onClick={clear}>
              {t('clear')}
            </Button>
          ) : session.avatar ? (
            <Button variant="default" loading={isLoading} onClick={() => void save('none')}>
              {t('removeAvatar')}
            </Button>
          ) : null}
        </Group>
        <Button size="lg" disabled={!picture} loading={isLoading && !!picture} onClick={() => void update()}>
          {t('updateAvatar')}
        </Button>
      </Stack>
    </Sheet>
  );
}

/** The crop editor with a stencil, and previews of the result in two sizes. */
function AvatarEditor({ picture, onFrame }: { picture: Picture; onFrame: ComponentProps<typeof CropEditor>['onFrame'] }) {
  const { t } = useTranslation('pictures');
  return (
    <>
      <CropEditor picture={picture} size={avatarSize} stencil={stencil} onFrame={onFrame} round />
      <div className={classes.preview}>
        <CropPreview picture={picture} size={avatarSize} label={t('preview')} />
        <CropPreview picture={picture} size={avatarSize} label={t('previewSmall')} className={classes.small} />
        <Text size="sm" c="dimmed">
          {t('previewHint')}
        </Text>
      </div>
    </>
  );
}

interface PickButtonProps {
  /** Whether there is a picture already. */
  again: boolean;
  reading: boolean;
  onPick: (file: File | null) => void;
}

function PickButton({ again, reading, onPick }: PickButtonProps) {
  const { t } = useTranslation('pictures');
  return (
    <FileButton onChange={onPick} accept="image/*">
      {(props) => (
        <Button {...props} px="sm" variant="default" loading={reading} leftSection={<IconPhotoPlus size={18} aria-hidden />}>
          {t(again ? 'otherPicture' : 'pickPicture')}
        </Button>
      )}
    </FileButton>
  );
}
