/** The videos about the account: people, password, sessions, synchronisation. */
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
    play: async ({ page, say, click, type, see }) => {
      await say('En Perfil, un administrador presiona «Agregar Usuario».', () =>
        click(button(page, 'Agregar Usuario')),
      );
      await say('Escribe el email y el nombre de la persona.', async () => {
        await type(field(page, 'Email'), 'lucia@norte.demo');
        await type(field(page, 'Nombre'), 'Lucía');
        await type(field(page, 'Apellido Paterno'), 'Campos');
      });
      await say('Elige sus permisos.', () => click(page.getByRole('switch', { name: /sincronizar/ })));
      await say('Guarda: la persona recibe un correo con una liga que sirve 7 días.', async () => {
        await click(button(page, 'Guardar nuevo usuario'));
        await see(done(page));
      });
      await say('Con esa liga define su contraseña y entra.', () => click(done(page)));
    },
  },
  {
    id: 'permisos',
    as: norte,
    start: '/profile',
    play: async ({ page, say, click, see }) => {
      const access = page.getByRole('switch', { name: 'Acceso al portal' });
      await say('En Perfil, abre a la persona en la Lista de Usuarios.', () => click(button(page, /Tomás Iglesias/)));
      await say('Para quitarle el acceso apaga «Acceso al portal».', () => click(access));
      await say('Presiona «Actualizar datos»: sus sesiones se cierran al momento.', async () => {
        await click(button(page, 'Actualizar datos'));
        await see(done(page));
        await click(done(page));
      });
      await say('Del mismo modo haces administrador a alguien o dejas que ya no lo sea.', async () => {
        await click(button(page, /Elena Robledo/));
        await click(page.getByRole('switch', { name: 'Es administrador' }));
      });
      await say('Siempre debe quedar al menos un administrador.');
    },
  },
  {
    id: 'contrasena',
    as: null,
    start: '/login',
    play: async ({ page, say, click, type, see, glance, visit }) => {
      await say('En la página de entrada presiona «Recuperar contraseña».', () =>
        click(page.getByRole('link', { name: 'Recuperar contraseña' })),
      );
      await say('Escribe tu email y pide las instrucciones.', async () => {
        await type(field(page, 'Email'), este);
        await click(button(page, 'Enviar instrucciones'));
        await see(page.getByRole('heading', { name: 'Revisa tu correo' }));
      });
      const mail = await mailTo(este, /contraseña/i);
      await say('Abre el correo y presiona la liga. Sirve una vez y vence en 60 minutos.', async () => {
        await glance(mail.page);
        await visit(linkIn(mail.text));
        await see(page.getByRole('heading', { name: 'Nueva contraseña' }));
      });
      await say('Escribe dos veces la contraseña nueva y guárdala.', async () => {
        await type(field(page, 'Nueva contraseña'), NEW_PASSWORD);
        await type(field(page, 'Repite la nueva contraseña'), NEW_PASSWORD);
        await click(button(page, 'Guardar contraseña'));
        await see(page.getByRole('heading', { name: 'Contraseña Actualizada' }));
      });
      await say('Listo. Se cerraron tus sesiones: entra con la contraseña nueva.', () =>
        click(button(page, 'Iniciar sesión')),
      );
    },
  },
  {
    id: 'sesiones-y-avisos',
    as: norte,
    start: '/profile',
    play: async ({ page, say, click, see, point }) => {
      const sessions = page.getByRole('list', { name: 'Sesiones abiertas' });
      await say('En Perfil, abre tu nombre en la Lista de Usuarios.', () => click(button(page, /Elena Robledo/)));
      await say(
        '«Depósito de facturas» decide si te llega un correo con cada depósito. Guarda con «Actualizar datos».',
        async () => {
          await click(page.getByRole('switch', { name: 'Depósito de facturas' }));
          await click(button(page, 'Actualizar datos'));
          await see(done(page));
          await click(done(page));
        },
      );
      await say('Más abajo, «Sesiones abiertas» muestra cada dispositivo con su último uso.', () =>
        point(sessions.getByRole('listitem').first()),
      );
      await say('Si no reconoces alguno, cierra su sesión y cambia tu contraseña.', () =>
        click(sessions.getByRole('button', { name: /^Cerrar sesión en/ }).last()),
      );
    },
  },
  {
    id: 'conectar-autoridad-fiscal',
    as: norte,
    play: async ({ page, say, click, point }) => {
      await say('Las facturas que llegan de la autoridad fiscal están en «Facturas Preaprobadas».', () =>
        click(page.getByRole('tab', { name: /^Facturas Preaprobadas/ })),
      );
      await say('Mientras tu empresa no está conectada, puedes subirlas manualmente.', () =>
        point(page.getByText('No hay facturas preaprobadas')),
      );
      await say('Quién puede sincronizarlas lo decide un administrador en Perfil.', () =>
        click(page.getByRole('link', { name: 'Perfil' })),
      );
      await say('Abre a la persona y revisa su permiso para sincronizar con la autoridad fiscal.', async () => {
        await click(button(page, /Elena Robledo/));
        await point(page.getByRole('switch', { name: /sincronizar/ }));
      });
    },
  },
  {
    id: 'facturas-sincronizadas',
    as: norte,
    play: async ({ page, say, click, point }) => {
      await say('Abre «Facturas Preaprobadas»: ahí aparecen las facturas sincronizadas.', () =>
        click(page.getByRole('tab', { name: /^Facturas Preaprobadas/ })),
      );
      await say('La primera descarga puede tardar; al terminar, la lista se actualiza sola.', () =>
        point(page.getByText('No hay facturas preaprobadas')),
      );
      await say('Mientras tanto presiona «Subir facturas» y elige los XML.', () =>
        point(button(page, 'Subir facturas')),
      );
      await say('Las que subas están en «Mis Facturas».', () =>
        click(page.getByRole('tab', { name: /^Mis Facturas/ })),
      );
    },
  },
];
