import { Button } from '@mantine/core';
import { IconPhotoEdit, IconRestore, IconRotate2, IconRotateClockwise2, IconTrash, type Icon } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './ImageUploader.module.css';
import { removed, restarted, turned, type PictureList } from './picture-list';

interface PictureToolsProps {
  onChange: (change: (list: PictureList) => PictureList) => void;
  onReplace: () => void;
}

const tools: readonly [label: 'turnLeft' | 'turnRight' | 'restart' | 'remove', icon: Icon, change: (list: PictureList) => PictureList][] = [
  ['turnLeft', IconRotate2, (list) => turned(list, -90)],
  ['turnRight', IconRotateClockwise2, (list) => turned(list, 90)],
  ['restart', IconRestore, restarted],
  ['remove', IconTrash, removed],
];

/** What can be done with the edited picture. */
export function PictureTools({ onChange, onReplace }: PictureToolsProps) {
  const { t } = useTranslation('pictures');
  return (
    <div className={classes.tools} role="group" aria-label={t('tools')}>
      {tools.map(([label, Picture, change]) => (
        <Button key={label} variant="default" size="compact-md" leftSection={<Picture size={17} aria-hidden />} onClick={() => onChange(change)}>
          {t(label)}
        </Button>
      ))}
      <Button variant="default" size="compact-md" leftSection={<IconPhotoEdit size={17} aria-hidden />} onClick={onReplace}>
        {t('replace')}
      </Button>
    </div>
  );
}
