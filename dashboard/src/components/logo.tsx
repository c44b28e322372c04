import { Image } from '@mantine/core';
import logo from '../logo.svg';

export function Logo({ size = 28 }: { size?: number }) {
  return <Image src={logo} alt="" w={size} h={size} />;
}
