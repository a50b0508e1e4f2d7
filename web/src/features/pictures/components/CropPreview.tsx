import { useEffect, useRef, useState } from 'react';
import { drawCrop, loadImage } from '../draw-crop';
import type { Picture, Size } from '../picture-list';

interface CropPreviewProps {
  picture: Picture;
  size: Size;
  label: string;
  className?: string | undefined;
}

/** A preview of the cropped picture, redrawn whenever the crop changes. */
export function CropPreview({ picture, size, label, className }: CropPreviewProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [image, setImage] = useState<HTMLImageElement | null>(null);
  const { url } = picture;
  useEffect(() => {
    let shown = true;
    loadImage(url).then(
      (loaded) => shown && setImage(loaded),
      () => shown && setImage(null),
    );
    return () => {
      shown = false;
    };
  }, [url]);
  useEffect(() => {
    if (canvas.current && image?.src === url) drawCrop(canvas.current, image, picture, size);
  }, [image, picture, size, url]);
  return (
    <span role="img" aria-label={label} className={className}>
      <canvas ref={canvas} width={size.width} height={size.height} aria-hidden />
    </span>
  );
}
