import { Navigate, Route, Routes } from 'react-router-dom';
import { StaffMenu } from '../components/StaffMenu';
import { sectionPath } from '../paths';
import { Account } from './Account';
import { Accounts } from './Accounts';
import { Log } from './Log';
import { Mails } from './Mails';
import { Report } from './Report';
import { Reports } from './Reports';
import { Request } from './Request';
import { Requests } from './Requests';
import classes from './Staff.module.css';

/** /staff: the console for reports and requests. Its menu stays while the pages change. */
export default function Staff() {
  return (
    <div className={classes.console}>
      <StaffMenu />
      <div className={classes.screen}>
        <Routes>
          <Route path="reports" element={<Reports />} />
          <Route path="reports/:reportId" element={<Report />} />
          <Route path="requests" element={<Requests />} />
          <Route path="requests/:requestId" element={<Request />} />
          <Route path="accounts" element={<Accounts />} />
          <Route path="accounts/:accountId" element={<Account />} />
          <Route path="log" element={<Log />} />
          <Route path="mails" element={<Mails />} />
          <Route path="*" element={<Navigate to={sectionPath('reports')} replace />} />
        </Routes>
      </div>
    </div>
  );
}
