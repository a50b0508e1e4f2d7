import { UnstyledButton } from '@mantine/core';
import { IconPhotoEdit, IconRestore, IconRotate2, IconRotateClockwise2, IconTrash, type Icon } from '@tabler/icons-react';
import { useTranslation } from '@/i18n/use-translation';
import { removePicture, resetPicture, rotatePicture, type PictureList } from '../picture-list';
import classes from './ImageUploader.module.css';

interface PictureToolsProps {
  onChange: (change: (list: PictureList) => PictureList) => void;
  onReplace: () => void;
}

const tools: readonly [label: 'turnLeft' | 'turnRight' | 'restart' | 'remove', icon: Icon, change: (list: PictureList) => PictureList][] = [
  ['turnLeft', IconRotate2, (list) => rotatePicture(list, -90)],
  ['turnRight', IconRotateClockwise2, (list) => rotatePicture(list, 90)],
  ['restart', IconRestore, resetPicture],
  ['remove', IconTrash, removePicture],
];

/** The actions on the edited picture. */
export function PictureTools({ onChange, onReplace }: PictureToolsProps) {
  const { t } = useTranslation('pictures');
  return (
    <div className={classes.tools} role="group" aria-label={t('tools')}>
      {tools.map(([label, Picture, change]) => (
        <ToolButton key={label} label={t(label)} icon={Picture} onClick={() => onChange(change)} />
      ))}
      <ToolButton label={t('replace')} icon={IconPhotoEdit} onClick={onReplace} />
    </div>
  );
}

function ToolButton({ label, icon: Picture, onClick }: { label: string; icon: Icon; onClick: () => void }) {
  return (
    <UnstyledButton className={classes.tool} onClick={onClick}>
      <Picture size={20} aria-hidden />
      {label}
    </UnstyledButton>
  );
}
