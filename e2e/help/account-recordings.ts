/** Videos about the account: users, password, sessions, synchronisation. */
import type { Page } from '@playwright/test';
import { mailTo } from '../mails.ts';
import type { Recording } from './recording.ts';

const norte = 'admin@norte.demo';
const este = 'admin@este.demo';
const NEW_PASSWORD = 'Ventana-Azul-27';
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const done = (page: Page) => page.getByRole('alertdialog', { name: '¡Éxito!' }).getByRole('button', { name: 'Ok' });

const linkIn = (text: string): string => /https?:\S+\/recoverPass\S+/.exec(text)?.[0] ?? '';

export const accountRecordings: readonly Recording[] = [
  {
    id: 'agregar-usuario',
    as: norte,
    start: '/profile',
    play: async ({ page, caption, click, type, waitFor }) => {
      await caption('En Perfil, un administrador presiona «Agregar Usuario».', () =>
        click(button(page, 'Agregar Usuario')),
      );
      await caption('Escribe el email y el nombre de la persona.', async () => {
        await type(field(page, 'Email'), 'lucia@norte.demo');
        await type(field(page, 'Nombre'), 'Lucía');
        await type(field(page, 'Apellido Paterno'), 'Campos');
      });
      await caption('Elige sus permisos.', () => click(page.getByRole('switch', { name: /sincronizar/ })));
      await caption('Guarda: la persona recibe un correo con una liga que sirve 7 días.', async () => {
        await click(button(page, 'Guardar nuevo usuario'));
        await waitFor(done(page));
      });
      await caption('Con esa liga define su contraseña y entra.', () => click(done(page)));
    },
  },
  {
    id: 'permisos',
    as: norte,
    start: '/profile',
    play: async ({ page, caption, click, waitFor }) => {
      const access = page.getByRole('switch', { name: 'Acceso al portal' });
      await caption('En Perfil, abre a la persona en la Lista de Usuarios.', () =>
        click(button(page, /Tomás Iglesias/)),
      );
      await caption('Para quitarle el acceso apaga «Acceso al portal».', () => click(access));
      await caption('Presiona «Actualizar datos»: sus sesiones se cierran al momento.', async () => {
        await click(button(page, 'Actualizar datos'));
        await waitFor(done(page));
        await click(done(page));
      });
      await caption('Del mismo modo haces administrador a alguien o dejas que ya no lo sea.', async () => {
        await click(button(page, /Elena Robledo/));
        await click(page.getByRole('switch', { name: 'Es administrador' }));
      });
      await caption('Siempre debe quedar al menos un administrador.');
    },
  },
  {
    id: 'contrasena',
    as: null,
    start: '/login',
    play: async ({ page, caption, click, type, waitFor, showPage, visit }) => {
      await caption('En la página de entrada presiona «Recuperar contraseña».', () =>
        click(page.getByRole('link', { name: 'Recuperar contraseña' })),
      );
      await caption('Escribe tu email y pide las instrucciones.', async () => {
        await type(field(page, 'Email'), este);
        await click(button(page, 'Enviar instrucciones'));
        await waitFor(page.getByRole('heading', { name: 'Revisa tu correo' }));
      });
      const mail = await mailTo(este, /contraseña/i);
      await caption('Abre el correo y presiona la liga. Sirve una vez y vence en 60 minutos.', async () => {
        await showPage(mail.page);
        await visit(linkIn(mail.text));
        await waitFor(page.getByRole('heading', { name: 'Nueva contraseña' }));
      });
      await caption('Escribe dos veces la contraseña nueva y guárdala.', async () => {
        await type(field(page, 'Nueva contraseña'), NEW_PASSWORD);
        await type(field(page, 'Repite la nueva contraseña'), NEW_PASSWORD);
        await click(button(page, 'Guardar contraseña'));
        await waitFor(page.getByRole('heading', { name: 'Contraseña Actualizada' }));
      });
      await caption('Listo. Se cerraron tus sesiones: entra con la contraseña nueva.', () =>
        click(button(page, 'Iniciar sesión')),
      );
    },
  },
  {
    id: 'sesiones-y-avisos',
    as: norte,
    start: '/profile',
    play: async ({ page, caption, click, waitFor, point }) => {
      const sessions = page.getByRole('list', { name: 'Sesiones abiertas' });
      await caption('En Perfil, abre tu nombre en la Lista de Usuarios.', () => click(button(page, /Elena Robledo/)));
      await caption(
        '«Depósito de facturas» decide si te llega un correo con cada depósito. Guarda con «Actualizar datos».',
        async () => {
          await click(page.getByRole('switch', { name: 'Depósito de facturas' }));
          await click(button(page, 'Actualizar datos'));
          await waitFor(done(page));
          await click(done(page));
        },
      );
      await caption('Más abajo, «Sesiones abiertas» muestra cada dispositivo con su último uso.', () =>
        point(sessions.getByRole('listitem').first()),
      );
      await caption('Si no reconoces alguno, cierra su sesión y cambia tu contraseña.', () =>
        click(sessions.getByRole('button', { name: /^Cerrar sesión en/ }).last()),
      );
    },
  },
  {
    id: 'conectar-autoridad-fiscal',
    as: norte,
    play: async ({ page, caption, click, point }) => {
      await caption('Las facturas que llegan de la autoridad fiscal están en «Facturas Preaprobadas».', () =>
        click(page.getByRole('tab', { name: /^Facturas Preaprobadas/ })),
      );
      await caption('Mientras tu empresa no está conectada, puedes subirlas manualmente.', () =>
        point(page.getByText('No hay facturas preaprobadas')),
      );
      await caption('Quién puede sincronizarlas lo decide un administrador en Perfil.', () =>
        click(page.getByRole('link', { name: 'Perfil' })),
      );
      await caption('Abre a la persona y revisa su permiso para sincronizar con la autoridad fiscal.', async () => {
        await click(button(page, /Elena Robledo/));
        await point(page.getByRole('switch', { name: /sincronizar/ }));
      });
    },
  },
  {
    id: 'facturas-sincronizadas',
    as: norte,
    play: async ({ page, caption, click, point }) => {
      await caption('Abre «Facturas Preaprobadas»: ahí aparecen las facturas sincronizadas.', () =>
        click(page.getByRole('tab', { name: /^Facturas Preaprobadas/ })),
      );
      await caption('La primera descarga puede tardar; al terminar, la lista se actualiza sola.', () =>
        point(page.getByText('No hay facturas preaprobadas')),
      );
      await caption('Mientras tanto presiona «Subir facturas» y elige los XML.', () =>
        point(button(page, 'Subir facturas')),
      );
      await caption('Las que subas están en «Mis Facturas».', () =>
        click(page.getByRole('tab', { name: /^Mis Facturas/ })),
      );
    },
  },
];
