//! Reading and writing files: whole or not at all.
//!
//! A write goes to a temporary file in the same folder, is synced, and then replaces the old file and takes its
//! permissions. If anything fails on the way, the old file is unchanged and the temporary one is removed.

use std::fs;
use std::io::{self, ErrorKind, Write};

use camino::Utf8Path;

/// The file system operations of emission.
pub trait Disk {
    /// The text of a file; `None` when there is no such file.
    fn read(&self, path: &Utf8Path) -> io::Result<Option<String>>;
    /// Fails if it is known already that a file cannot be replaced, created or removed.
    fn check(&self, path: &Utf8Path) -> io::Result<()>;
    /// Replaces or creates a file and the folders above it.
    fn write(&self, path: &Utf8Path, text: &str) -> io::Result<()>;
    /// Removes a file, and the folder that held it when it is empty then.
    fn remove(&self, path: &Utf8Path) -> io::Result<()>;
}

/// How bytes get into the temporary file. Tests put failing devices here.
pub type Fill = fn(&mut fs::File, &[u8]) -> io::Result<()>;

/// The real file system.
#[derive(Clone, Copy, Debug)]
pub struct RealDisk {
    fill: Fill,
}

impl Default for RealDisk {
    fn default() -> Self {
        Self::with_fill(|file, bytes| {
            file.write_all(bytes)?;
            file.sync_all()
        })
    }
}

impl RealDisk {
    /// The real file system with another way to fill a file.
    pub fn with_fill(fill: Fill) -> Self {
        Self { fill }
    }
}

impl Disk for RealDisk {
    fn read(&self, path: &Utf8Path) -> io::Result<Option<String>> {
        match fs::read_to_string(path) {
            Ok(text) => Ok(Some(text)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            // `src/search` is a file where the folder of the tests would be.
            Err(error) if error.kind() == ErrorKind::NotADirectory => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn check(&self, path: &Utf8Path) -> io::Result<()> {
        // What the user made read-only stays as it is, also where the system would let it be replaced.
        let refused = |what| Err(io::Error::new(ErrorKind::PermissionDenied, what));
        let readonly = |metadata: fs::Metadata| metadata.permissions().readonly();
        if fs::metadata(path).is_ok_and(readonly) {
            return refused("the file is read-only");
        }
        let folder = path.ancestors().skip(1).find(|folder| folder.is_dir());
        match folder.and_then(|folder| fs::metadata(folder).ok()) {
            Some(metadata) if readonly(metadata.clone()) => refused("the folder is read-only"),
            _ => Ok(()),
        }
    }

    fn write(&self, path: &Utf8Path, text: &str) -> io::Result<()> {
        // Behind a symbolic link the file itself is replaced, not the link.
        let path = path.canonicalize_utf8().unwrap_or_else(|_| path.to_owned());
        let folder = path.parent().unwrap_or_else(|| Utf8Path::new("."));
        fs::create_dir_all(folder)?;
        let old = fs::metadata(&path)
            .ok()
            .map(|metadata| metadata.permissions());
        // In the same folder, since a file cannot be renamed from one file system to another.
        let mut temporary = builder().tempfile_in(folder)?;
        (self.fill)(temporary.as_file_mut(), text.as_bytes())?;
        if let Some(old) = old {
            temporary.as_file().set_permissions(old)?;
        }
        temporary.persist(&path).map_err(|error| error.error)?;
        Ok(())
    }

    fn remove(&self, path: &Utf8Path) -> io::Result<()> {
        fs::remove_file(path)?;
        if let Some(folder) = path.parent() {
            // Fails when the folder holds something else, and then it stays.
            let _ = fs::remove_dir(folder);
        }
        Ok(())
    }
}

/// Temporary files are private by default; these become source files, so the user's mask decides.
fn builder() -> tempfile::Builder<'static, 'static> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".unroll-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder() -> (tempfile::TempDir, camino::Utf8PathBuf) {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = Utf8Path::from_path(folder.path())
            .expect("UTF-8")
            .to_owned();
        (folder, path)
    }

    #[test]
    fn a_full_disk_leaves_the_old_file_and_nothing_else() {
        let (_guard, folder) = folder();
        let file = folder.join("a.rs");
        RealDisk::default()
            .write(&file, "old")
            .expect("the folder is writable");
        let full = RealDisk::with_fill(|file, bytes| {
            file.write_all(&bytes[..bytes.len() / 2])?;
            Err(ErrorKind::StorageFull.into())
        });
        let error = full.write(&file, "new text").expect_err("the disk is full");
        assert_eq!(error.kind(), ErrorKind::StorageFull);
        assert_eq!(fs::read_to_string(&file).expect("readable"), "old");
        assert_eq!(fs::read_dir(&folder).expect("readable").count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn permissions_and_links_survive() {
        use std::os::unix::fs::PermissionsExt;
        let (_guard, folder) = folder();
        let (file, link) = (folder.join("a.rs"), folder.join("link.rs"));
        fs::write(&file, "old").expect("writable");
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).expect("own file");
        std::os::unix::fs::symlink(&file, &link).expect("links exist");
        RealDisk::default().write(&link, "new").expect("writable");
        assert_eq!(fs::read_to_string(&file).expect("readable"), "new");
        assert!(fs::symlink_metadata(&link).expect("exists").is_symlink());
        assert_eq!(
            fs::metadata(&file).expect("exists").permissions().mode() & 0o777,
            0o640
        );
    }

    #[test]
    fn the_folder_of_the_last_test_file_goes_with_it() {
        let (_guard, folder) = folder();
        let file = folder.join("search/unroll_tests.rs");
        let disk = RealDisk::default();
        disk.write(&file, "x").expect("writable");
        disk.remove(&file).expect("writable");
        assert!(!folder.join("search").exists());
        assert_eq!(disk.read(&file).expect("no error"), None);
    }
}
