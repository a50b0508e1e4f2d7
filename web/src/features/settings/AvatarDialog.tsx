import { useState } from 'react';
import { Button, FileButton, Group, Slider, Stack, Text } from '@mantine/core';
import { IconPhotoPlus } from '@tabler/icons-react';
import Cropper from 'react-easy-crop';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { asFailure, sessionChanged, useSession, useUpdateAvatarMutation } from '@/api';
import { Portrait, Sheet, toast } from '@/ui';
import classes from './AvatarDialog.module.css';
import { croppedPicture, pictureOf, type Area } from './picture';

/** The crop's stencil, in pixels (spec 2, section 2). */
const stencil = 250;

interface AvatarDialogProps {
  opened: boolean;
  onClose: () => void;
}

/** Saving the picture and keeping it in the session. */
function useSaveAvatar(onClose: () => void) {
  const { t } = useTranslation('settings');
  const dispatch = useDispatch();
  const [updateAvatar, { isLoading }] = useUpdateAvatarMutation();
  const save = async (iv_media_base: string) => {
    try {
      const { data } = await updateAvatar({ iv_media_base }).unwrap();
      dispatch(sessionChanged({ avatar: data?.avatar ?? '' }));
      toast.done(t('avatarSaved'));
      onClose();
    } catch (error) {
      const failure = asFailure(error);
      if (failure.kind !== 'unavailable') toast.failed(failure.main_msg);
    }
  };
  return { save, isLoading };
}

/** The avatar dialog: pick, crop to a square, save; or go back to the initials. */
export default function AvatarDialog({ opened, onClose }: AvatarDialogProps) {
  const { t } = useTranslation('settings');
  const session = useSession();
  const [picture, setPicture] = useState<string | null>(null);
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [area, setArea] = useState<Area | null>(null);
  const { save, isLoading } = useSaveAvatar(onClose);

  const pick = async (file: File | null) => {
    if (!file) return;
    const url = await pictureOf(file);
    if (!url) return toast.failed(t('notAnImage'));
    setCrop({ x: 0, y: 0 });
    setZoom(1);
    setPicture(url);
  };
  const update = async () => {
    if (picture && area) await save(await croppedPicture(picture, area));
  };
  return (
    <Sheet opened={opened} onClose={onClose} title={t('avatarTitle')}>
      <Stack>
        {picture ? (
          <>
            <div className={classes.crop}>
              <Cropper
                image={picture}
                crop={crop}
                zoom={zoom}
                aspect={1}
                cropShape="round"
                showGrid={false}
                cropSize={{ width: stencil, height: stencil }}
                onCropChange={setCrop}
                onZoomChange={setZoom}
                onCropComplete={(_percent, pixels) => setArea(pixels)}
              />
            </div>
            <div>
              <Text size="sm" mb={4}>
                {t('zoom')}
              </Text>
              <Slider min={1} max={4} step={0.05} value={zoom} onChange={setZoom} label={null} thumbLabel={t('zoom')} />
            </div>
          </>
        ) : (
          <Group justify="center" py="lg">
            <Portrait name={session.name} src={session.avatar} size={140} />
          </Group>
        )}
        <Group grow>
          <FileButton onChange={(file) => void pick(file)} accept="image/*">
            {(props) => (
              <Button {...props} variant="default" leftSection={<IconPhotoPlus size={18} aria-hidden />}>
                {t(picture ? 'otherPicture' : 'pickPicture')}
              </Button>
            )}
          </FileButton>
          {picture ? (
            <Button variant="default" onClick={() => setPicture(null)}>
              {t('clear')}
            </Button>
          ) : session.avatar ? (
            <Button variant="default" loading={isLoading} onClick={() => void save('none')}>
              {t('removeAvatar')}
            </Button>
          ) : null}
        </Group>
        <Button size="lg" disabled={!picture || !area} loading={isLoading && !!picture} onClick={() => void update()}>
          {t('updateAvatar')}
        </Button>
      </Stack>
    </Sheet>
  );
}
