import { LoginScreen } from '../features/session/login-screen.tsx';
import { es } from './es.ts';

export const LoginPage = () => <LoginScreen footer={es.copyright(new Date().getFullYear())} />;
