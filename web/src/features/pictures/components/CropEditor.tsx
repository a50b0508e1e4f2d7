import { Slider, Text } from '@mantine/core';
import Cropper from 'react-easy-crop';
import { useTranslation } from '@/i18n/use-translation';
import type { Picture, Size } from '../picture-list';
import classes from './Pictures.module.css';

export interface CropEditorProps {
  picture: Picture;
  /** The size of the crop. */
  size: Size;
  onFrame: (change: Partial<Pick<Picture, 'offset' | 'zoom' | 'area'>>) => void;
  /** The stencil's size on the screen; as large as possible when absent. */
  stencil?: Size;
  round?: boolean;
}

const step = 5;
const maxZoom = 4;

/** The picture under the crop frame. It is moved by dragging or arrow keys, and zoomed by wheel, pinch or slider. */
export function CropEditor({ picture, size, onFrame, stencil, round = false }: CropEditorProps) {
  const { t } = useTranslation('pictures');
  const label = t('frame');
  return (
    <>
      <div className={classes.frame} dir="ltr">
        <Cropper
          key={picture.url}
          image={picture.url}
          crop={picture.offset}
          zoom={picture.zoom}
          rotation={picture.turn}
          aspect={size.width / size.height}
          {...(stencil ? { cropSize: stencil } : {})}
          maxZoom={maxZoom}
          keyboardStep={step}
          objectFit={stencil ? 'cover' : 'contain'}
          cropShape={round ? 'round' : 'rect'}
          showGrid={!round}
          classes={{ cropAreaClassName: classes.stencil ?? '' }}
          cropperProps={{ role: 'group', 'aria-label': label }}
          onCropChange={(offset) => onFrame({ offset })}
          onZoomChange={(zoom) => onFrame({ zoom })}
          onCropAreaChange={(_percent, area) => onFrame({ area })}
        />
      </div>
      <div>
        <Text size="sm" mb="2xs" aria-hidden>
          {t('zoom')}
        </Text>
        <Slider
          min={1}
          max={maxZoom}
          step={0.05}
          value={picture.zoom}
          onChange={(zoom) => onFrame({ zoom })}
          label={null}
          thumbLabel={t('zoom')}
        />
      </div>
    </>
  );
}
