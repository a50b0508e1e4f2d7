"""The staff's desk: reports are decided, accounts and posts get a standing, and every act is kept."""
