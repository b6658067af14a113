import { useShop } from '../text/shop.ts';

interface Props {
  size: number;
  /** Empty where the name of the shop stands beside it. */
  alt: string;
}

const appMark = '/icons/icon.svg';

/** The logo of the shop; the mark of the app where the shop has none, or this device cannot show it. */
export function ShopMark({ size, alt }: Props) {
  const { logo } = useShop();
  return (
    <img
      key={logo}
      src={logo ? `/files/logo/${logo}` : appMark}
      alt={alt}
      width={size}
      height={size}
      style={{ objectFit: 'contain' }}
      onError={({ currentTarget }) => {
        if (!currentTarget.src.endsWith(appMark)) currentTarget.src = appMark;
      }}
    />
  );
}
