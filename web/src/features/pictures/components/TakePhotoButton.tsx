import { Button } from '@mantine/core';
import { IconCamera } from '@tabler/icons-react';
import { useTranslation } from '@/i18n/use-translation';
import { canTakePhoto, takePhoto } from '@/platform/camera';

interface TakePhotoButtonProps {
  disabled: boolean;
  onPhoto: (file: File) => void;
  onProblem: (problem: string) => void;
}

/** Takes a picture with the phone's camera. Shown in the app alone: in a browser the file dialog offers the camera. */
export function TakePhotoButton({ disabled, onPhoto, onProblem }: TakePhotoButtonProps) {
  const { t } = useTranslation('pictures');
  if (!canTakePhoto()) return null;
  const take = async () => {
    try {
      const photo = await takePhoto();
      if (photo) onPhoto(photo);
    } catch {
      onProblem(t('noCamera'));
    }
  };
  return (
    <Button variant="default" px="sm" disabled={disabled} leftSection={<IconCamera size={18} aria-hidden />} onClick={() => void take()}>
      {t('takePhoto')}
    </Button>
  );
}
