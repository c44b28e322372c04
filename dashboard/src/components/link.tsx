import { Anchor, Button, type ButtonProps, NavLink, type NavLinkProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, ComponentProps } from 'react';

type Native<P> = P &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof P> & { ref?: React.Ref<HTMLAnchorElement> };

/** A link in a text or a table. */
export const TextLink = createLink((props: ComponentProps<typeof Anchor<'a'>>) => (
  <Anchor {...props} />
));

/** A link that looks like a button. */
export const ButtonLink = createLink((props: Native<ButtonProps>) => (
  <Button component="a" {...props} />
));

/** A link of the navigation. */
export const NavigationLink = createLink((props: Native<NavLinkProps>) => (
  <NavLink component="a" {...props} />
));
